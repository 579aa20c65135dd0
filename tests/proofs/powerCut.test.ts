// The power is cut at any moment. A library below the engine records every write and sync. From the record a test
// builds what a disk may hold after a cut: everything that was synced, and of the rest a random part, cut off in the
// middle of pages. Killing a process would not show this, since the system keeps what the process has written. The
// engine that starts on such a disk must have everything that was acknowledged before the cut, and nothing half done.
// CUT_SEED repeats the cuts of a run.
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { randomNumbers } from "../engine/crashLoad";
import { inconsistencies } from "../support/consistency/check";
import { readTables } from "../support/consistency/tables";
import { environmentOfDisk } from "../support/disk/disk";
import { afterPowerCut, readJournal } from "../support/disk/journal";
import { startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { client, createProject, createWorkflow, dataOf, type Client } from "../support/fixtures";

const cuts = process.env["PROOFS"] === "long" ? 150 : 12;
const writes = process.env["PROOFS"] === "long" ? 4_000 : 400;
const clients = 6;
const seed = Number(process.env["CUT_SEED"] ?? Date.now() % 2 ** 31);

const folder = mkdtempSync(path.join(tmpdir(), "switchyard-cut-"));
const dataDir = path.join(folder, "data");
const base = path.join(folder, "base");
const journal = path.join(folder, "journal");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Acknowledged {
  id: string;
  /**
   * The length of the journal when this was acknowledged. The writes and syncs before it are enough to keep the record.
   */
  journalBytes: number;
}

/**
 * Makes issues and runs until this number is acknowledged. Every fourth is large, so that the database's log is moved
 * into the database.
 */
async function load(api: Client, workflowId: string): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const work = async (): Promise<void> => {
    while (acknowledged.length < writes) {
      const number = acknowledged.length;
      const description = number % 4 === 0 ? randomBytes(7_000).toString("hex") : "Small.";
      const asked =
        number % 8 === 1
          ? api.post("/runs/start", { workflowId, prompt: "Go." })
          : api.post("/issues/create", { title: "Issue", description });
      const { id } = await dataOf(asked);
      acknowledged.push({ id: String(id).slice(String(id).indexOf("_") + 1), journalBytes: statSync(journal).size });
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return acknowledged;
}

async function prepare(): Promise<{ apiKey: string; workflowId: string }> {
  const engine = await startEngine({ appDir: rootDirectory, dataDir });
  const deployment = deploymentOn(() => engine);
  const { apiKey } = await createProject(deployment);
  const workflowId = await createWorkflow(client(deployment, apiKey));
  expect(await engine.stop()).toBe(0);
  cpSync(dataDir, base, { recursive: true });
  return { apiKey, workflowId };
}

it(`keeps all that it acknowledged over ${cuts} power cuts (CUT_SEED=${seed})`, { timeout: 3_600_000 }, async () => {
  const { apiKey, workflowId } = await prepare();
  const loaded = await startEngine({ dataDir, env: environmentOfDisk({ root: dataDir, journal }) });
  const acknowledged = await load(
    client(
      deploymentOn(() => loaded),
      apiKey,
    ),
    workflowId,
  );
  await loaded.kill();
  const events = readJournal(journal);
  const random = randomNumbers(seed);
  for (let cut = 0; cut < cuts; cut++) {
    // Every second cut is directly after an answer, when acknowledged data is most in danger.
    const anyEvent = events[Math.floor(random() * events.length)]?.end ?? 0;
    const anyAnswer = acknowledged[Math.floor(random() * acknowledged.length)]?.journalBytes ?? 0;
    const at = cut % 2 === 0 ? anyAnswer : anyEvent;
    const target = path.join(folder, `cut-${cut}`);
    afterPowerCut(
      base,
      events.filter(({ end }) => end <= at),
      { target, random },
    );
    const engine = await startEngine({ dataDir: target });
    const tables = await readTables(engine);
    const there = new Set<string>([...tables.rows("issues"), ...tables.rows("runs")].map(({ _id }) => _id));
    const lost = acknowledged.filter(({ id, journalBytes }) => journalBytes <= at && !there.has(id));
    expect({ at, lost, wrong: inconsistencies(tables) }).toEqual({ at, lost: [], wrong: [] });
    await engine.kill();
    rmSync(target, { recursive: true });
  }
  const syncs = events.filter(({ kind }) => kind === "sync").length;
  console.log(`${acknowledged.length} acknowledged, ${events.length} events, ${syncs} syncs, ${cuts} cuts`);
});
