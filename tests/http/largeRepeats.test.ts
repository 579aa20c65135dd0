// Answers that are several times as long as their requests, because JSON writes line feeds, quotes and other characters
// with up to six characters. Such answers are saved for repeats too. tests/proofs/maxima.test.ts tries all operations.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../convex/_generated/api";
import { describeEverywhere } from "../support/deployment";
import type { Deployment } from "../support/deployment";
import { bearer, callbackSecret, createSandbox, dataOf, projectForEach, runner, startRun } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const dayMs = 24 * 3_600_000;

async function tell(deployment: Deployment, key: string, operation: string, args: object) {
  const response = await deployment.fetch("/job/callback", {
    method: "POST",
    headers: { ...bearer(callbackSecret), "Idempotency-Key": key },
    body: JSON.stringify({ operation, args }),
  });
  return {
    status: response.status,
    isReplay: response.headers.get("Idempotent-Replayed") === "true",
    body: await response.text(),
  };
}

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api } = projectForEach(deployment);

  it.each([
    ["line feeds", "\n", 880_000],
    ["quotes", '"', 880_000],
    ["control characters", "\u0001", 880_000],
    ["pairs of surrogates", "😀", 220_000],
  ])("a message of %s is finished, and finished again with the same answer", async (_what, character, count) => {
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    await job.call("message.streamCreate", { sandboxId, messageId: "m" });
    const finalContent = character.repeat(count);
    const finish = () =>
      tell(deployment, `${sandboxId} finish`, "message.streamFinalize", { sandboxId, messageId: "m", finalContent });
    const first = await finish();
    expect([first.status, first.isReplay]).toEqual([200, false]);
    expect(JSON.parse(first.body).result).toMatchObject({ status: "complete", content: finalContent });
    expect(await finish()).toEqual({ ...first, isReplay: true });
  });

  it("200 assumptions of control characters are changed, and changed again with the same answer", async () => {
    const { id: issueSessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
    const { id: answeringSessionId } = await dataOf(api.post("/answering-sessions", { issueSessionId }));
    const question = { question: `Why?${"\u0001".repeat(3996)}`, assumption: "Because." };
    const questions = Array.from({ length: 200 }, () => question);
    const { ids } = await job.call("issueSession.createSessionQuestionsFromJson", { answeringSessionId, questions });
    const assumption = `A${"\u0001".repeat(3998)}Z`;
    const updates = ids.map((questionId: string) => ({ questionId, assumption }));
    const change = () =>
      tell(deployment, `${issueSessionId} change`, "sessionQuestions.updateAssumptions", { updates });
    const first = await change();
    expect([first.status, first.isReplay]).toEqual([200, false]);
    expect(await change()).toEqual({ ...first, isReplay: true });
  });
});

describe("old long answers", () => {
  const deployment = inProcess();
  const job = runner(deployment);
  const { api } = projectForEach(deployment);
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2040, 5, 1) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function finishOne(sandboxId: string, messageId: string, key: string) {
    await job.call("message.streamCreate", { sandboxId, messageId });
    const finalContent = "\u0001".repeat(400_000);
    const answer = await tell(deployment, key, "message.streamFinalize", { sandboxId, messageId, finalContent });
    expect(answer.body.slice(0, 100)).toContain('{"result":');
    expect(answer.isReplay).toBe(false);
  }

  const partCount = () => deployment.run(async (ctx) => (await ctx.db.query("idempotencyParts").collect()).length);

  it("are deleted a day later with all of their parts, also when their key is used again", async () => {
    const sandboxId = await createSandbox(job, { runId: (await startRun(api)).id });
    await finishOne(sandboxId, "one", "again");
    await finishOne(sandboxId, "two", "never again");
    const perAnswer = (await partCount()) / 2;
    expect(perAnswer).toBeGreaterThan(5);
    vi.setSystemTime(Date.now() + dayMs + 1000);
    await finishOne(sandboxId, "three", "again");
    await deployment.settled();
    expect(await partCount()).toBe(2 * perAnswer);
    await deployment.mutation(internal.idempotency.scheduled.sweep, {});
    await deployment.settled();
    expect(await partCount()).toBe(perAnswer);
  });
});
