// A file that begins after PROOFS_END is left out with its hooks and named, and one that begins before runs.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { rootDirectory } from "../../scripts/settings";

async function healthOnEngine(endsAt: number): Promise<{ said: string; leftOut: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), "switchyard-time-left-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "leftOut");
  const args = ["node_modules/vitest/vitest.mjs", "run", "--project=proofs-engine", "tests/http/health.test.ts"];
  const env = { ...process.env, NO_COLOR: "1", PROOFS_END: String(endsAt), LEFT_OUT_FILE: file };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: rootDirectory, env });
  return { said: stdout, leftOut: existsSync(file) ? readFileSync(file, "utf8") : "" };
}

it("leaves out and names what begins when the time is over", async () => {
  const { said, leftOut } = await healthOnEngine(1);
  expect(said).toMatch(/Test Files +1 skipped/);
  expect(leftOut).toBe("tests/http/health.test.ts (proofs-engine)\n");
});

it("runs what begins before", async () => {
  const { said, leftOut } = await healthOnEngine(Date.now() / 1000 + 600);
  expect(said).toMatch(/Test Files +1 passed/);
  expect(leftOut).toBe("");
});
