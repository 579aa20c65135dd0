import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Database } from "../../database/database";
import type { Caller } from "../contract";
import { dropOldAnswers, findAnswer, storeAnswer } from "./clientMutations";

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

const user = (tokenIdentifier: string): Caller => ({
  kind: "user",
  identity: { tokenIdentifier },
  token: "",
  expiresAtMs: 0,
});
const key = (requestNumber: number, caller = user("alice"), path = "users:create") => ({
  sessionId: "s",
  requestNumber,
  caller,
  path,
});
const keep = (requestNumber: number, at: number, caller = user("alice")) =>
  database.writer.mutate((transaction) => storeAnswer(transaction, key(requestNumber, caller), answer, at));
const find = (requestNumber: number, caller = user("alice"), path = "users:create") =>
  database.writer.mutate((transaction) => findAnswer(transaction, key(requestNumber, caller, path)));

it("an answer is found again as it was, by its session and number", async () => {
  await keep(1, 0);
  expect(await find(1)).toStrictEqual(answer);
  expect(await find(2)).toBeNull();
});

it("answers are deleted after 14 days, a bounded number at a time, the oldest first", async () => {
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

it("an answer is only for the same caller and the same call, also for somebody who knows the id of the session", async () => {
  await keep(1, 0);
  expect(await find(1, user("alice"))).toStrictEqual(answer);
  const refused = { status: 400, code: "MutationNumberUsed" };
  await expect(find(1, user("mallory"))).rejects.toMatchObject(refused);
  await expect(find(1, { kind: "anonymous" })).rejects.toMatchObject(refused);
  await expect(find(1, { kind: "admin", actingAs: null })).rejects.toMatchObject(refused);
  await expect(find(1, user("alice"), "users:remove")).rejects.toMatchObject(refused);
});

it("an anonymous caller who has signed in meanwhile still receives the answer", async () => {
  await keep(1, 0, { kind: "anonymous" });
  expect(await find(1, user("alice"))).toStrictEqual(answer);
  await expect(find(1, user("alice"), "users:remove")).rejects.toMatchObject({ code: "MutationNumberUsed" });
});
