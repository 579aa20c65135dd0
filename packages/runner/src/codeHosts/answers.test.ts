import { mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AnswerFiles, KnownAnswers } from "./answers";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-answers-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const files = () => new AnswerFiles(folder, () => undefined);
const answer = (url: string, text = "{}") => ({ url, tag: '"1"', text, hasNext: null, lastPage: null });

it("answers outlive the runner, and are written only when they have changed", async () => {
  const known = await files().read("one");
  known.keep(answer("https://code.example/1"));
  await files().write("one", known);
  const again = await files().read("one");
  expect([again.all, again.isNew]).toEqual([[answer("https://code.example/1")], false]);
  again.keep(answer("https://code.example/1"));
  expect(again.isNew).toBe(false);
  expect((await files().read("two")).all).toEqual([]);
  await files().remove("one");
  expect(readdirSync(folder)).toEqual([]);
});

it("the answers about one request have a bound, and those that were used last are kept", () => {
  const known = new KnownAnswers();
  for (let at = 0; at < 20; at++) known.keep(answer(`https://code.example/${at}`, "x".repeat(250_000)));
  known.keep(answer("https://code.example/13", "x".repeat(250_000)));
  const kept = known.all.map(({ url }) => Number(url.split("/").at(-1)));
  expect(kept).toEqual([12, 14, 15, 16, 17, 18, 19, 13]);
});

it("an answer that is too large is not kept, and neither is the earlier one", () => {
  const known = new KnownAnswers([answer("https://code.example/1")]);
  known.keep(answer("https://code.example/1", "x".repeat(1_000_001)));
  expect(known.find("https://code.example/1")).toBeNull();
});

it("the oldest files go beyond three hundred", async () => {
  const all = files();
  for (let at = 0; at < 303; at++) {
    const known = new KnownAnswers();
    known.keep(answer("https://code.example/1"));
    await all.write(`request ${at}`, known);
  }
  utimesSync(path.join(folder, String(readdirSync(folder)[7])), 1, 1);
  const [oldest] = [readdirSync(folder)[7]];
  await all.prune();
  expect(readdirSync(folder)).toHaveLength(300);
  expect(readdirSync(folder)).not.toContain(oldest);
}, 60_000);
