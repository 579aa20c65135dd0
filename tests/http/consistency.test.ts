// The check of tests/support/consistency finds nothing wrong in a deployment that was filled through its API, and finds
// each kind of mistake that a test makes.
import { beforeAll, expect, it } from "vitest";
import { runCommand } from "../support/command";
import { inconsistencies } from "../support/consistency/check";
import { readTables, type Tables } from "../support/consistency/tables";
import { startEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { callbackSecret } from "../support/fixtures";
import { rootDirectory } from "../../scripts/settings";

type Row = Record<string, unknown>;

/** Mistakes: a description, the table, and a function that changes or deletes (null) one of its rows. */
const wrongs: [what: string, table: string, wrong: (row: Row) => Row | null][] = [
  ["a counter is off by one", "counters", plusOneOf("counts", "totalRuns")],
  ["a counter row is gone", "counters", gone],
  ["tokens of the present day are missing", "counters", plusOneOf("day", "tokens")],
  ["learnings of a status are miscounted", "counters", plusOneOf("counts", "approvedLearnings")],
  ["runs of a day are missing", "dailyStats", plusOne("runsStarted")],
  ["tokens of a day are missing", "dailyStats", plusOne("tokens")],
  ["costs of a day are missing", "dailyStats", plusOne("costMicroUsd")],
  ["a report of usage is gone", "usageRecords", gone],
  ["a sum of usage by model is off by one", "usageCounters", plusOneOfSums("model", "costMicroUsd")],
  ["a sum of usage by persona has too many records", "usageCounters", plusOneOfSums("persona", "records")],
  ["a sum of usage is gone", "usageCounters", gone],
  ["what a run used on a day is off by one", "runUsage", plusOne("inputTokens")],
  ["the total cost of a run up to a day is off by one", "runUsage", plusOne("totalMicroUsd")],
  ["runs of a day are missing in the sums of outcomes", "runNumbers", (row) => ({ ...row, created: [] })],
  ["a change of outcomes is gone", "outcomeCounters", gone],
  ["a run is in no sum of outcomes", "runs", ({ outcome: _outcome, ...row }) => row],
  ["an inbox is off by one", "inboxCounters", plusOne("unread")],
  ["an inbox's count of items is off by one", "inboxItemCounts", plusOne("waiting")],
  ["an inbox's count of a kind is off by one", "inboxItemCounts", plusOneOf("kinds", "run_failed")],
  ["an item of the inbox is gone", "inboxItems", gone],
  ["an item of the inbox is for a run that has not failed", "inboxItems", (row) => ({ ...row, subjectId: "r_none" })],
  ["a notification is gone", "notifications", gone],
  ["a count of learnings is off by one", "learningCounts", plusOne("count")],
  ["a role that a learning is told to is missing", "learningRoles", gone],
  ["a sum of a persona is off by one", "personaCounters", plusOneOf("total", "steps")],
  ["issues of a session are miscounted", "issueSessions", plusOne("issueCount")],
  ["reviewed questions are miscounted", "answeringSessions", plusOne("reviewedCount")],
  ["a question is gone", "sessionQuestions", gone],
  ["an issue is gone", "issues", gone],
  ["a learning is gone", "learnings", gone],
  ["a member is gone", "projectMembers", gone],
  ["an event of a run is gone", "runEvents", gone],
  ["a run has another status than its log", "runs", (row) => ({ ...row, status: "cancelled" })],
  ["a run has another number", "runs", plusOne("runNumber")],
  ["a run counts a question that nobody asked", "runs", (row) => ({ ...row, openQuestions: 7 })],
  ["a run costs less than its usage", "runs", (row) => ({ ...row, costMicroUsd: -1 })],
  ["a run that waits has no snapshot", "runSnapshots", gone],
  ["a sandbox has another status", "sandboxes", (row) => ({ ...row, status: "provisioning" })],
  [
    "a sandbox hides its messages",
    "sandboxes",
    (row) => ({ ...row, hasAssistantMessages: !row["hasAssistantMessages"] }),
  ],
  ["an item of the trash is gone", "trashItems", gone],
  ["a version of an asset is gone", "assetVersions", gone],
  ["a version of a persona is gone", "personaVersions", gone],
  ["a document of learnings is gone", "learningDocuments", gone],
  ["a chain does not name its issue", "workChains", (row) => ({ ...row, issueIds: [] })],
];

function plusOne(field: string): (row: Row) => Row {
  return (row) => ({ ...row, [field]: Number(row[field]) + 1 });
}

function plusOneOf(sums: string, name: string): (row: Row) => Row {
  return (row) => ({ ...row, [sums]: plusOne(name)({ [name]: 0, ...(row[sums] as Row) }) });
}

function plusOneOfSums(dimension: string, name: string): (row: Row) => Row {
  return (row) => ({ ...row, [dimension]: (row[dimension] as Row[]).map(plusOne(name)) });
}

function gone(): null {
  return null;
}

let filled: Tables;
beforeAll(async () => {
  const engine = await startEngine({ appDir: rootDirectory });
  await deploymentOn(() => engine).setEnvironment({
    JOB_CALLBACK_SECRET: callbackSecret,
    PROVIDER_KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
  });
  const { code, stderr } = await runCommand("scripts/seed.ts", ["--runs", "14"], {
    SERVICE_DATA_DIR: engine.dataDir,
    SERVICE_SOCKET_PORT: new URL(engine.socketUrl).port,
    SERVICE_HTTP_PORT: new URL(engine.httpUrl).port,
    JOB_CALLBACK_SECRET: callbackSecret,
  });
  if (code !== 0) throw new Error(stderr);
  filled = await readTables(engine);
  await engine.kill();
}, 300_000);

it("finds nothing wrong in a project that was filled through the API", () => {
  expect(inconsistencies(filled)).toEqual([]);
});

it.each(wrongs)("finds that %s", (_what, table, wrong) => {
  const rows = filled.rows(table as "projects");
  expect(rows.length).toBeGreaterThan(0);
  const tampered = filled.with(
    table,
    rows.map(wrong).filter((row) => row !== null),
  );
  expect(inconsistencies(tampered).length).toBeGreaterThan(0);
});
