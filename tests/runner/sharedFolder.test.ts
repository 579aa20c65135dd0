// Runners as real processes that share one folder, as containers share a volume: each of them is process 1 to itself.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { lockFolder } from "../../packages/runner/src/state/folderLock";
import { canBeApart, Started } from "../support/apart";

let folder: string;
let started: Started[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-shared-"));
  started = [];
  // No service listens there. What this is about happens before a runner calls it.
  const configuration = { url: "http://127.0.0.1:9", tokenFile: "token", folder: "work", isolation: "none" };
  writeFileSync(path.join(folder, "token"), "token");
  writeFileSync(path.join(folder, "configuration.json"), JSON.stringify(configuration));
});
afterEach(async () => {
  for (const one of started) await one.kill();
  rmSync(folder, { recursive: true, force: true });
});

function runnerApart(): Started {
  const configuration = path.join(folder, "configuration.json");
  const runner = Started.apart("packages/runner/src/main.ts", "--json", "-c", configuration);
  started.push(runner);
  return runner;
}

function namesIn(place: string): Set<string> {
  return new Set(readdirSync(place, { recursive: true, encoding: "utf8" }));
}

it.skipIf(!canBeApart)("a second container is refused the folder of the first, and changes nothing there", async () => {
  const first = runnerApart();
  expect(await first.outcome()).toContain('"kind":"started"');
  const work = path.join(folder, "work");
  const prompt = path.join(work, "temporary/of-an-agent/prompt.txt");
  mkdirSync(path.dirname(prompt), { recursive: true });
  writeFileSync(prompt, "prompt");
  const before = namesIn(work);

  const sentence = `${work} is used by another runner, which holds ${work}/lock. Give each its own --folder.`;
  expect(await runnerApart().outcome()).toBe(`${sentence}\n(exit code 2)`);
  expect(namesIn(work)).toEqual(before);
  expect(readFileSync(prompt, "utf8")).toBe("prompt");

  await first.kill();
  // The namespace ends a little later than the process that made it.
  await expect.poll(() => lockFolder(work).then((letGo) => (letGo(), "free"), String)).toBe("free");
  expect(await runnerApart().outcome()).toContain('"kind":"started"');
  expect(existsSync(prompt)).toBe(false);
});

it("a runner starts whatever is in its files, and says what it has put aside", async () => {
  const work = path.join(folder, "work");
  for (const place of ["lock/inner", "state/f.json/inner"]) mkdirSync(path.join(work, place), { recursive: true });
  // A folder is expected in place of the last one.
  const rubbish = ["state/x.json", "state/y.json", "looks"];
  for (const name of rubbish) writeFileSync(path.join(work, name), "{}");
  writeFileSync(path.join(work, "runner.json"), JSON.stringify({ pid: -1, start: null }));
  const runner = Started.beside("packages/runner/src/main.ts", "-c", path.join(folder, "configuration.json"));
  started.push(runner);
  // It says who it is while it still looks through its folder, so the order is not certain.
  const unusable = ["state/f.json", ...rubbish].map((name) => `${path.join(work, name)} cannot be used`);
  for (const text of ["Asks http://127.0.0.1:9 for work", ...unusable]) await runner.saying(text);
  const said = await runner.saying("Cannot reach http://127.0.0.1:9");
  expect(said.match(/cannot be used/g)).toHaveLength(4);
});

it("the folder of a killed runner is free at once, although a program that the runner has started lives on", async () => {
  const holder = Started.beside("tests/runner/folderLockHolder.ts", folder);
  started.push(holder);
  const left = Number(await holder.outcome());
  try {
    await expect(lockFolder(folder)).rejects.toThrow("is used by another runner");
    await holder.kill();
    expect(() => process.kill(left, 0)).not.toThrow();
    (await lockFolder(folder))();
  } finally {
    process.kill(left, "SIGKILL");
  }
});
