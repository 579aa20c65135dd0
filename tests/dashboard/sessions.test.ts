// Live functions of issue sessions, of their answering sessions, and of the questions in those.
import { beforeAll, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { callbackOf, dataOf } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { allOf, restList, restOf } from "./lists";
import { refusal, staffedProject } from "./people";
import type { Person } from "./people";

const deployment = inProcess();
const { dashboard: issueSessions, dashboard: issueSessionWrites } = api.issueSessions;
const { dashboard: answering, dashboard: answeringWrites } = api.answeringSessions;
const { dashboard: questions, dashboard: questionWrites } = api.sessionQuestions;
let projectId: string;
let member: Person;
let rest: Client;
let job: Runner;

beforeAll(async () => {
  const project = await staffedProject(deployment);
  projectId = project.projectId;
  member = project.people.member;
  rest = await restOf(deployment, projectId);
  job = await callbackOf(deployment);
});

const start = (prompt = "Look.") => member.mutation(issueSessionWrites.start, { projectId, prompt });
const listed = async () =>
  (await allOf((paginationOpts) => member.query(issueSessions.list, { projectId, paginationOpts }))).map(
    ({ id }) => id,
  );

describe("issue sessions", () => {
  it("start with a job for the runner, and are listed in pages as REST lists them", async () => {
    const sessions = [await start(), await start("Look for leaks."), await start()];
    const jobs = await deployment.run((ctx) => ctx.db.query("jobs").collect());
    expect(jobs.map(({ kind }) => kind)).toEqual(["issueSession.scan", "issueSession.scan", "issueSession.scan"]);
    const shown = await allOf((paginationOpts) => member.query(issueSessions.list, { projectId, paginationOpts }));
    expect(shown).toEqual(sessions.toReversed());
    expect(shown).toEqual(await restList(rest, "/issue-sessions/list"));
    const detail = await member.query(issueSessions.get, { projectId, id: sessions[1]!.id });
    expect(detail).toEqual({ ...sessions[1], prompt: "Look for leaks.", steps: [] });
  });

  it("are renamed", async () => {
    const { id } = await start();
    const renamed = await member.mutation(issueSessionWrites.rename, { projectId, sessionId: id, name: " Leaks " });
    expect(await member.query(issueSessions.get, { projectId, id })).toMatchObject({ ...renamed, name: "Leaks" });
  });

  it("are in no list while they are in the trash, and can be restored or deleted for good", async () => {
    const { id: sessionId } = await start();
    const gone = { id: sessionId, _id: sessionId, deleted: true };
    expect(await member.mutation(issueSessionWrites.remove, { projectId, sessionId })).toEqual(gone);
    expect(await listed()).not.toContain(sessionId);
    expect(await refusal(member.query(issueSessions.get, { projectId, id: sessionId }))).toMatchObject({
      code: "NOT_FOUND",
    });
    expect(
      (await dataOf(rest.get("/trash/list"))).find((item: { entityId: string }) => item.entityId === sessionId),
    ).toMatchObject({ deletedBy: member.userId });
    await member.mutation(issueSessionWrites.restore, { projectId, sessionId });
    expect(await listed()).toContain(sessionId);
    const early = await refusal(member.mutation(issueSessionWrites.purge, { projectId, sessionId }));
    expect(early).toMatchObject({ code: "CONFLICT" });
    await member.mutation(issueSessionWrites.removeMany, { projectId, sessionIds: [sessionId] });
    expect(await member.mutation(issueSessionWrites.purge, { projectId, sessionId })).toEqual(gone);
    const late = await refusal(member.mutation(issueSessionWrites.restore, { projectId, sessionId }));
    expect(late).toMatchObject({ code: "NOT_FOUND" });
  });

  it.each([
    ["prompt", () => start(" ")],
    ["memoryMb", () => member.mutation(issueSessionWrites.start, { projectId, prompt: "Look.", memoryMb: 255 })],
    ["name", () => member.mutation(issueSessionWrites.rename, { projectId, sessionId: "is_x", name: "" })],
    ["sessionIds", () => member.mutation(issueSessionWrites.removeMany, { projectId, sessionIds: [] })],
  ])("VALIDATION naming the field %s", async (field, call) => {
    expect(await refusal(call())).toMatchObject({ code: "VALIDATION", field });
  });
});

async function answeringSession(issueSessionId: string, texts: string[] = []) {
  const { id } = await member.mutation(answeringWrites.create, { projectId, issueSessionId });
  if (texts.length > 0) {
    await job.call("issueSession.createSessionQuestionsFromJson", {
      answeringSessionId: id,
      questions: texts.map((question) => ({ question, assumption: "So." })),
    });
  }
  return id;
}

const questionsOf = (answeringSessionId: string) =>
  allOf((paginationOpts) => member.query(questions.list, { projectId, paginationOpts, answeringSessionId }));

describe("answering sessions", () => {
  it("are listed by status and by issue session, newest first, in pages, as REST lists them", async () => {
    const [one, other] = [(await start()).id, (await start()).id];
    for (const issueSessionId of [one, other, one, other, one]) await answeringSession(issueSessionId);
    const [first] = (await restList(rest, `/answering-sessions?issueSessionId=${one}`)) as { id: string }[];
    await member.mutation(answeringWrites.setStatus, { projectId, id: first!.id, status: "completed" });
    const cases = [
      {},
      { status: "pending" },
      { issueSessionId: one },
      { issueSessionId: one, status: "completed" },
      { status: "archived" },
    ] as const;
    for (const asked of cases) {
      const shown = await allOf((paginationOpts) =>
        member.query(answering.list, { projectId, paginationOpts, ...asked }),
      );
      expect(shown).toEqual(await restList(rest, `/answering-sessions?${new URLSearchParams(asked).toString()}`));
    }
  });

  it("are reviewed when the signed-in person reviews the last of their questions", async () => {
    const id = await answeringSession((await start()).id, ["Why?", "How?", "When?"]);
    const [when, how, why] = await questionsOf(id);
    expect([when, how, why].map((question) => question?.question)).toEqual(["When?", "How?", "Why?"]);
    expect(await questionsOf(id)).toEqual(await restList(rest, `/session-questions?answeringSessionId=${id}`));
    await member.mutation(questionWrites.assume, { projectId, id: why!.id, assumption: "Because." });
    const approved = await member.mutation(questionWrites.review, { projectId, id: why!.id, status: "approved" });
    expect(approved).toMatchObject({ assumption: "Because.", status: "approved", reviewedBy: member.userId });
    const correction = "Never.";
    const declined = await member.mutation(questionWrites.review, {
      projectId,
      id: when!.id,
      status: "declined",
      correction,
    });
    expect(declined).toMatchObject({ status: "declined", correction });
    expect(await member.query(answering.get, { projectId, id })).toMatchObject({ status: "active", reviewedCount: 2 });
    await member.mutation(questionWrites.review, { projectId, id: how!.id, status: "approved" });
    expect(await member.query(answering.get, { projectId, id })).toMatchObject({
      status: "reviewed",
      reviewedCount: 3,
    });
    const again = member.mutation(questionWrites.review, { projectId, id: how!.id, status: "approved" });
    expect(await refusal(again)).toMatchObject({ code: "CONFLICT" });
  });

  it("are archived into the trash by the signed-in person", async () => {
    const ids = [await answeringSession((await start()).id), await answeringSession((await start()).id)];
    const [first = "", second = ""] = ids;
    const removed = await member.mutation(answeringWrites.remove, { projectId, id: first });
    expect(removed).toEqual({ id: first, _id: first, status: "archived", deleted: true });
    await member.mutation(answeringWrites.setStatus, { projectId, id: second, status: "archived" });
    const shown = await allOf((paginationOpts) => member.query(answering.list, { projectId, paginationOpts }));
    expect(shown.filter(({ id }) => ids.includes(id))).toEqual([]);
    const trash = await dataOf(rest.get("/trash?type=answeringSession"));
    expect(trash.map((item: { entityId: string; deletedBy: string }) => [item.entityId, item.deletedBy])).toEqual([
      [second, member.userId],
      [first, member.userId],
    ]);
  });

  it.each([
    ["status", () => member.mutation(answeringWrites.setStatus, { projectId, id: "as_x", status: "over" as "active" })],
    ["assumption", () => member.mutation(questionWrites.assume, { projectId, id: "sq_x", assumption: "" })],
  ])("VALIDATION naming the field %s", async (field, call) => {
    expect(await refusal(call())).toMatchObject({ code: "VALIDATION", field });
  });

  it("VALIDATION for a question that is declined without a correction, or approved with one", async () => {
    const [question] = await questionsOf(await answeringSession((await start()).id, ["Why?"]));
    const review = (body: { status: "approved" | "declined"; correction?: string }) =>
      refusal(member.mutation(questionWrites.review, { projectId, id: question!.id, ...body }));
    expect(await review({ status: "declined" })).toMatchObject({ code: "VALIDATION", field: "correction" });
    expect(await review({ status: "approved", correction: "x" })).toMatchObject({
      code: "VALIDATION",
      field: "correction",
    });
  });
});
