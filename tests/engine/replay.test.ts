// The engine with the product is killed during concurrent requests with Idempotency-Keys, and started again on the same
// data. Requests without an answer are sent again. At the end everything was done exactly once, and all answers agree
// with that, from before and after crashes. CRASH_SEED repeats a run.
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { bearer, createProject } from "../support/fixtures";
import { randomNumbers } from "./crashLoad";
import { RepeatLoad } from "./repeatLoad";
import type { Answer } from "./repeatLoad";

const roundsMin = 5;
const clients = 8;
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 2 ** 31);

const invite = "/api/v1/project/members/invite";
const generate = "/api/v1/project/api-keys/generate";
const dataDir = mkdtempSync(path.join(tmpdir(), "switchyard-replay-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/**
 * Every third request makes an API key. The others invite a person. Every fifth invites the same person, which is
 * refused except for the first time.
 */
function nextAsk(idempotencyKey: string) {
  const number = Number(idempotencyKey.slice("key-".length));
  if (number % 3 === 0) return { path: generate, body: { name: idempotencyKey } };
  const email = `${number % 5 === 0 ? "refused" : idempotencyKey}@example.com`;
  return { path: invite, body: { email, role: "member" } };
}

async function listAll(engine: RunningEngine, apiKey: string, list: string): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const after: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const url = `${engine.httpUrl}/api/v1/project/${list}?limit=100${after}`;
    const page = await (await fetch(url, { headers: bearer(apiKey) })).json();
    rows.push(...page.data);
    cursor = page.nextCursor;
  }
  return rows;
}

async function crashUnderLoad(engine: RunningEngine, load: RepeatLoad, random: () => number): Promise<void> {
  const enough = load.answers.size + 5 + random() * 30;
  const connections = new AbortController();
  const sending = Array.from({ length: clients }, () => load.sendUntilGone(engine.httpUrl, connections.signal));
  while (load.answers.size < enough) await new Promise((resolve) => setTimeout(resolve, 1));
  if (random() < 0.5) {
    await new Promise((resolve) => setTimeout(resolve, random() * 10));
  } else {
    await untilWritten();
    // The connections are cut too, as if the machine had crashed: answers that the client has not read yet are lost.
    connections.abort();
  }
  await engine.kill();
  await Promise.all(sending);
}

/** Waits until the database is written. A change of that moment has probably not been answered yet. */
async function untilWritten(): Promise<void> {
  const size = () => statSync(path.join(dataDir, "data.sqlite-wal")).size;
  for (const before = size(); size() === before;) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Counts the requests that took effect but whose answer was lost in a crash: a repeat got the answer of the first try.
 */
function effectsWithoutAnswer({ answers, asked }: RepeatLoad): number {
  return [...answers].filter(
    ([key, { isReplay, status }]) => isReplay || (asked.get(key)?.path === generate && status === 409),
  ).length;
}

it(`does a request that is sent again after a crash once, and answers as the first time (CRASH_SEED=${seed})`, async () => {
  const random = randomNumbers(seed);
  let engine = await startEngine({ appDir: rootDirectory, dataDir });
  const { apiKey } = await createProject(deploymentOn(() => engine));
  const load = new RepeatLoad(apiKey, nextAsk);

  for (let round = 0; round < roundsMin || effectsWithoutAnswer(load) === 0; round += 1) {
    await crashUnderLoad(engine, load, random);
    engine = await startEngine({ dataDir });
  }
  await load.sendUnanswered(engine.httpUrl);
  expect(load.answers.size).toBe(load.asked.size);

  const repeats = [...load.asked.keys()].map(async (key) => [key, await load.send(engine.httpUrl, key)] as const);
  const again = new Map<string, Answer>(await Promise.all(repeats));
  const invitations = [...load.asked.keys()].filter((key) => load.asked.get(key)?.path === invite);
  const answers = invitations.map((key) => load.answers.get(key)!);
  expect(invitations.map((key) => again.get(key))).toStrictEqual(answers.map((it) => ({ ...it, isReplay: true })));

  const members = await listAll(engine, apiKey, "members");
  const done = answers.filter(({ status }) => status === 200).map(({ text }) => JSON.parse(text).data);
  expect(sortedBy("email", done)).toStrictEqual(
    sortedBy(
      "email",
      members.filter(({ status }) => status === "invited"),
    ),
  );
  const emails = new Set(invitations.map((key) => load.asked.get(key)?.body["email"]));
  expect(done).toHaveLength(emails.size);
  expect(new Set(answers.map(({ status }) => status))).toStrictEqual(new Set([200, 409]));

  const keys = (await listAll(engine, apiKey, "api-keys")).map(({ name }) => name);
  const generations = [...load.asked.keys()].filter((key) => load.asked.get(key)?.path === generate);
  expect(keys).toHaveLength(1 + generations.length);
  expect(new Set(keys)).toStrictEqual(new Set(["Administrator", ...generations]));
  expect(generations.map((key) => again.get(key)?.status)).toStrictEqual(generations.map(() => 409));
  await engine.kill();
  console.log(`${load.asked.size} requests, ${effectsWithoutAnswer(load)} of them done but not answered at first`);
});

function sortedBy(field: string, rows: Record<string, unknown>[]): Record<string, unknown>[] {
  return rows.toSorted((a, b) => (String(a[field]) < String(b[field]) ? -1 : 1));
}
