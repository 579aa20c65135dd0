// Machines with other versions of Node: in a clean clone the service starts, and its tests pass. The short form tries
// the newest Node, with the tests of what functions see and of Convex's semantics. `PROOFS=long` tries every version
// that README names, installs all packages, and runs `npm test`.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { printed, Terminal } from "../support/terminal";
import { copyTree } from "../support/treeCopy";

const isLong = process.env["PROOFS"] === "long";
const versions = isLong ? ["20.19.6", "22.23.3", "24.21.0", "26.12.1"] : ["26.12.1"];
const tests = isLong
  ? "npm test"
  : "npx vitest run --project=node --project=proofs-alone engine/runtime/globals engine/runtime/http.test.ts " +
    "tests/engine/semantics/semantics.test.ts tests/engine/mistakes.test.ts " +
    "tests/engine/sharedPrototypes.test.ts";

let folder: string;
let clone: string;
let terminal: Terminal;

/** What a person on this machine has: a Node of this version, and the npm of this machine. */
async function machineWith(version: string): Promise<NodeJS.ProcessEnv> {
  const place = path.join(folder, version);
  const env = { PATH: process.env["PATH"], HOME: folder, npm_config_cache: npmCache() };
  const name = `node-${process.platform}-${process.arch}`;
  await new Terminal(folder, env).run(`npm install --no-save --prefix ${place} ${name}@${version}`);
  const bin = path.join(place, "node_modules", name, "bin");
  return {
    ...env,
    PATH: `${bin}:${process.env["PATH"]}`,
    SERVICE_HTTP_PORT: "0",
    SERVICE_SOCKET_PORT: "0",
    SERVICE_DASHBOARD: "off",
  };
}

function npmCache(): string {
  return process.env["npm_config_cache"] ?? path.join(homedir(), ".npm");
}

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-nodes-"));
});

afterEach(async () => {
  await terminal.close();
  rmSync(clone, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(versions)("Node %s: a clean clone starts, and its tests pass", { timeout: 1_800_000 }, async (version) => {
  clone = copyTree("node");
  rmSync(path.join(clone, "node_modules"));
  // The short form has the packages of this checkout, so that they are not downloaded again.
  if (!isLong) symlinkSync(path.join(rootDirectory, "node_modules"), path.join(clone, "node_modules"));
  terminal = new Terminal(clone, await machineWith(version));
  expect(await terminal.run("node --version")).toBe(`v${version}\n`);

  const service = terminal.begin("npm start");
  const address = await printed(service, /http:\/\/127\.0\.0\.1:\d+(?=\/api\/v1)/);
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({ status: "ok" });
  await terminal.pressCtrlC(service);
  const fetched = service.output.split("\n").filter((line) => /fetching|Installing|Installed/.test(line));
  console.log([`Node ${version}:`, ...fetched].join("\n  "));
  const isOld = Number(version.split(".")[0]) < 24;
  expect(service.output.includes("fetching Node 24")).toBe(isOld);

  expect(await terminal.run(tests)).toContain("passed");
});
