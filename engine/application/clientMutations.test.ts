import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Database } from "../database/database";
import { dropOldAnswers, findAnswer, keepAnswer } from "./clientMutations";

const day = 24 * 60 * 60 * 1000;
const answer = { value: "1", logLines: ["[LOG] 'a'"], ts: 2n ** 60n + 1n };

let folder: string;
let database: Database;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "switchyard-answers-"));
  database = new Database(path.join(folder, "data.sqlite"), Date.now);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const keep = (requestNumber: number, at: number) =>
  database.writer.mutate((transaction) => keepAnswer(transaction, { sessionId: "s", requestNumber }, answer, at));
const find = (requestNumber: number) =>
  database.writer.mutate((transaction) => findAnswer(transaction, { sessionId: "s", requestNumber }));

it("an answer is found again as it was, by its session and number", async () => {
  await keep(1, 0);
  expect(await find(1)).toStrictEqual(answer);
  expect(await find(2)).toBeNull();
});

it("answers go after 14 days, so many at a time, the oldest first", async () => {
  for (let n = 0; n < 5; n++) await keep(n, n * day);
  const drop = (now: number, limit: number) =>
    database.writer.mutate((transaction) => dropOldAnswers(transaction, now, limit));
  expect(await drop(14 * day, 10)).toBe(0);
  expect(await drop(16.5 * day, 2)).toBe(2);
  expect(await find(1)).toBeNull();
  expect(await find(2)).toStrictEqual(answer);
  expect(await drop(16.5 * day, 2)).toBe(1);
  expect(await find(3)).toStrictEqual(answer);
});
