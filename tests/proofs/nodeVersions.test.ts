// Machines with other versions of Node: in a clean clone the service starts, and its tests pass. The short form tries
// the newest line of Node, with the tests of what functions see and of Convex's semantics. `PROOFS=long` tries every
// line that README names, installs all packages, and runs `npm test`.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { registrySettings } from "../support/registry";
import { printed, Terminal } from "../support/terminal";
import { copyTree } from "../support/treeCopy";

const isLong = process.env["PROOFS"] === "long";
/** The newest version of each is tried that the registry gives. */
const lines = isLong ? ["20.19", "22", "24", "26"] : ["26"];
/** A registry may list a version whose file it does not give. So many are tried, the newest first. */
const maxTries = 8;
const tests = isLong
  ? "npm test"
  : "npx vitest run --project=node --project=programs --project=proofs-processes engine/runtime/globals " +
    "engine/runtime/http.test.ts tests/engine/semantics/semantics.test.ts tests/engine/mistakes.test.ts " +
    "tests/engine/sharedPrototypes.test.ts";

let folder: string;
let clone: string;
let terminal: Terminal | undefined;

interface Machine {
  version: string;
  environment: NodeJS.ProcessEnv;
}

/** What a person on this machine has: the newest Node of this line that can be had, and the npm of this machine. */
async function machineWith(line: string): Promise<Machine> {
  const env = { ...registrySettings(), PATH: process.env["PATH"], HOME: folder };
  const own = new Terminal(folder, env);
  const name = `node-${process.platform}-${process.arch}`;
  const refusals: unknown[] = [];
  for (const version of await versionsOf(own, name, line)) {
    const place = path.join(folder, version);
    try {
      await own.run(`npm install --no-save --fetch-retries=1 --prefix ${place} ${name}@${version}`);
    } catch (error) {
      refusals.push(error);
      continue;
    }
    const bin = path.join(place, "node_modules", name, "bin");
    const onPath = { PATH: `${bin}:${process.env["PATH"]}` };
    const ports = { SERVICE_HTTP_PORT: "0", SERVICE_SOCKET_PORT: "0", SERVICE_DASHBOARD: "off" };
    return { version, environment: { ...env, ...onPath, ...ports } };
  }
  throw new AggregateError(refusals, `No Node ${line} could be had: ${refusals.map(String).join("\n")}`);
}

/** The newest versions of a line that the registry lists, the newest first. */
async function versionsOf(terminal: Terminal, name: string, line: string): Promise<string[]> {
  const listed = JSON.parse(await terminal.run(`npm view ${name} versions --json`)) as string[];
  const stable = listed.filter((version) => version.startsWith(`${line}.`) && /^[\d.]+$/.test(version));
  const newest = stable.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true })).slice(0, maxTries);
  if (newest.length === 0) throw new Error(`The registry lists no Node ${line} as ${name}.`);
  return newest;
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-nodes-"));
});

afterEach(async () => {
  await terminal?.close();
  rmSync(clone, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(lines)("Node %s: a clean clone starts, and its tests pass", { timeout: 1_800_000 }, async (line) => {
  clone = copyTree("node");
  rmSync(path.join(clone, "node_modules"));
  // The short form has the packages of this checkout, so that they are not downloaded again.
  if (!isLong) symlinkSync(path.join(rootDirectory, "node_modules"), path.join(clone, "node_modules"));
  const { version, environment } = await machineWith(line);
  const user = new Terminal(clone, environment);
  terminal = user;
  expect(await user.run("node --version")).toBe(`v${version}\n`);

  const service = user.begin("npm start");
  const address = await printed(service, /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1)/);
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ status: "ok" });
  await user.pressCtrlC(service);
  const fetched = service.output.split("\n").filter((line) => /fetching|Installing|Installed/.test(line));
  console.log([`Node ${version}:`, ...fetched].join("\n  "));
  const isOld = Number(version.split(".")[0]) < 24;
  expect(service.output.includes("fetching Node 24")).toBe(isOld);

  expect(await user.run(tests)).toContain("passed");
});
