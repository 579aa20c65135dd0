// Programs that need git, on a machine that has none.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "./support/command";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-git-"));
  mkdirSync(path.join(folder, "programs"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sentence =
  "git is missing. Install it and start again: `sudo apt install git` on Debian and Ubuntu, `xcode-select --install` on macOS.\n";

/** The programs of the folder `programs` are all that there are. */
async function outcomeOf(script: string, ...args: string[]) {
  const env = { PATH: path.join(folder, "programs"), SWITCHYARD_RUNNER_TOKEN: "svc_runner_any" };
  return await runCommand(script, args, env);
}

it("the demonstration says so in one sentence, and has made nothing", async () => {
  const place = path.join(folder, "demo");
  expect(await outcomeOf("scripts/demo.ts", "--folder", place)).toEqual({ code: 1, stdout: "", stderr: sentence });
  expect(existsSync(place)).toBe(false);
});

it("the runner says so in one sentence, also where git only says how to install it", async () => {
  const place = path.join(folder, "runner");
  const run = () => outcomeOf("packages/runner/src/main.ts", "--folder", place, "--url", "http://127.0.0.1:9");
  expect(await run()).toEqual({ code: 2, stdout: "", stderr: sentence });
  writeFileSync(path.join(folder, "programs/git"), "#!/bin/sh\necho 'xcrun: error' >&2\nexit 1\n", { mode: 0o755 });
  expect(await run()).toEqual({ code: 2, stdout: "", stderr: sentence });
  expect(existsSync(place)).toBe(false);
});
