// Where a relative program is looked for, and what people read when it is not there.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAgent } from "../createAgent";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-programs-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const none = { kind: "none" } as const;

function faultOf(command: string, env: Record<string, string> = {}): Promise<string | null> {
  const forAll = { permissions: "ask", passEnv: [], silenceMs: null, programFolder: folder } as const;
  return createAgent("own", { kind: "command", command: [command] }, forAll).findFault(none, env);
}

function makeProgram(name: string): void {
  writeFileSync(path.join(folder, name), "#!/bin/sh\n");
  chmodSync(path.join(folder, name), 0o755);
}

it("a relative path leads from the folder of the configuration", async () => {
  const advice = "Install it, or change the command in the configuration.";
  expect(await faultOf("./own")).toBe(
    `The program ./own was not found in ${folder}, the folder of the configuration. ${advice}`,
  );
  makeProgram("own");
  expect(await faultOf("./own")).toBeNull();
  expect(await faultOf(path.join(folder, "own"))).toBeNull();
});

it("a file that is not a program is named with what to do", async () => {
  writeFileSync(path.join(folder, "own"), "");
  expect(await faultOf("./own")).toBe(`${folder}/own cannot be executed. Make it a program: chmod +x ${folder}/own`);
});

it("a name alone is looked for in PATH, and also in that of the project", async () => {
  makeProgram("own-agent");
  expect(await faultOf("own-agent")).toContain("The program own-agent was not found in PATH.");
  expect(await faultOf("own-agent", { PATH: folder })).toBeNull();
});

it("what an image of docker has is not looked for on this machine", async () => {
  const settings = { kind: "command", command: ["./own"], dockerImage: "agents:1" };
  const forAll = { permissions: "ask", passEnv: [], silenceMs: null, programFolder: folder } as const;
  const agent = createAgent("own", settings, forAll);
  expect(await agent.findFault({ kind: "docker", program: "/usr/bin/docker" })).toBeNull();
});
