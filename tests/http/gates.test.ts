// Gates: a step, and with it the run, counts as done with a proof alone.
import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { createWorkflow, dataOf, projectForEach, refusalOf, runner } from "../support/fixtures";

const [one, two] = ["1".repeat(40), "2".repeat(40)];
const command = { kind: "command", command: ["npm", "test"] };
const judge = { kind: "judge", passAt: 0.8 };
const shown = { commit: one, exitCode: 0, durationMs: 1200 };
const passed = { verdict: { pass: true }, proof: shown };
const notPassed = { verdict: { pass: false, feedback: "2 fail" }, proof: { ...shown, exitCode: 1, output: "not ok" } };

describeEverywhere((deployment) => {
  const job = runner(deployment);
  const { api } = projectForEach(deployment);

  async function begin(...gates: (object | null)[]): Promise<string> {
    const steps = gates.map((gate, index) => ({ role: "designer", name: `Part ${index}`, gate }));
    const workflowId = await createWorkflow(api, { steps });
    const { id: runId } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Do it." }));
    await job.call("run.updateStatus", { runId, status: "running" });
    return runId;
  }
  const makeStep = async (runId: string, stepIndex = 0): Promise<string> =>
    (await job.call("runStep.create", { runId, role: "designer", name: `Part ${stepIndex}`, stepIndex })).id;
  const end = (stepId: string, more: object = {}) =>
    job.call("runStep.updateStatus", { stepId, status: "completed", ...more });
  /** The status of a refusal and the field that it begins with. */
  async function refused(operation: string, args: object): Promise<[number, string]> {
    const [status, sentence] = await job.refused(operation, args);
    return [status, sentence.replace(/^args\./, "").split(" ")[0] ?? ""];
  }
  const refusedEnd = (stepId: string, more: object = {}) =>
    refused("runStep.updateStatus", { stepId, status: "completed", ...more });
  const doStep = async (runId: string, stepIndex: number, more: object) =>
    await end(await makeStep(runId, stepIndex), more);
  const complete = (runId: string) => job.call("run.updateStatus", { runId, status: "completed" });
  const refusedCompletion = (runId: string) => refused("run.updateStatus", { runId, status: "completed" });
  const fail = (runId: string) =>
    job.call("run.updateStatus", { runId, status: "failed", reason: "gate", error: "Red." });
  const proofOf = (runId: string) => dataOf(api.get(`/runs/proof?id=${runId}`));
  const statusOf = async (runId: string) => {
    const { status, proofStatus } = await dataOf(api.get(`/runs/get?id=${runId}`));
    return [status, proofStatus];
  };
  const questionsOf = (runId: string) => dataOf(api.get(`/runs/questions?runId=${runId}`));

  describe("the gate of a workflow's step", () => {
    it("is shown with its standard values, also to the runner, and is null without one", async () => {
      const report = { format: "junit", path: "out/junit.xml" };
      const steps = [command, { ...command, timeoutMs: 1000, report, onFail: "ask" }, judge, null].map(
        (gate, index) => ({
          role: "designer",
          name: `Part ${index}`,
          gate,
        }),
      );
      const id = await createWorkflow(api, { steps });
      const gates = [
        { ...command, timeoutMs: 1_200_000, report: null, onFail: "repeat" },
        { ...command, timeoutMs: 1000, report, onFail: "ask" },
        { ...judge, rubric: null, onFail: "repeat" },
        null,
      ];
      const gatesIn = ({ steps }: { steps: { gate: unknown }[] }) => steps.map(({ gate }) => gate);
      expect(gatesIn(await dataOf(api.get(`/workflows/${id}`)))).toEqual(gates);
      const { id: runId } = await dataOf(api.post("/runs/start", { workflowId: id, prompt: "Do it." }));
      expect(gatesIn(await job.call("run.getDelivery", { runId }))).toEqual(gates);
    });

    it.each<[string, object]>([
      ["steps.0.gate.kind", { kind: "person" }],
      ["steps.0.gate.command", { kind: "command" }],
      ["steps.0.gate.command", { kind: "command", command: [] }],
      ["steps.0.gate.command.0", { kind: "command", command: [""] }],
      ["steps.0.gate.timeoutMs", { ...command, timeoutMs: 999 }],
      ["steps.0.gate.timeoutMs", { ...command, timeoutMs: 7_200_001 }],
      ["steps.0.gate.report.format", { ...command, report: { format: "xml", path: "a.xml" } }],
      ["steps.0.gate.report.path", { ...command, report: { format: "tap", path: "/etc/passwd" } }],
      ["steps.0.gate.report.path", { ...command, report: { format: "tap", path: "a/../../b" } }],
      ["steps.0.gate.report.path", { ...command, report: { format: "tap", path: "..\\b" } }],
      ["steps.0.gate.report.path", { ...command, report: { format: "tap", path: "C:\\b" } }],
      ["steps.0.gate.onFail", { ...command, onFail: "ignore" }],
      ["steps.0.gate.passAt", { kind: "judge", passAt: 1.1 }],
      ["steps.0.gate.command", { kind: "judge", command: ["npm"] }],
    ])("400 VALIDATION naming %s", async (field, gate) => {
      const body = { name: "Build", steps: [{ role: "designer", name: "Part", gate }] };
      expect(await refusalOf(api.post("/workflows", body))).toEqual([400, "VALIDATION", field]);
    });
  });

  describe("runStep.updateStatus", () => {
    it("of a step with a gate shows the gate and the proof", async () => {
      const runId = await begin(command);
      const stepId = await makeStep(runId);
      const view = await end(stepId, { ...passed, testResults: { total: 3, passed: 3, failed: 0, skipped: 0 } });
      expect(view).toMatchObject({ gate: command, proof: { ...shown, output: null }, verdict: { pass: true } });
    });

    it.each<[string, object, object]>([
      ["verdict", command, { proof: shown }],
      ["proof", command, { verdict: { pass: true } }],
      ["proof.commit", command, { ...passed, proof: { exitCode: 0, durationMs: 1 } }],
      ["proof.commit", command, { ...passed, proof: { ...shown, commit: "main" } }],
      ["proof.exitCode", command, { ...passed, proof: { commit: one, durationMs: 1 } }],
      ["proof.durationMs", command, { ...passed, proof: { commit: one, exitCode: 0 } }],
      ["proof.output", command, { ...passed, proof: { ...shown, output: "é".repeat(32_769) } }],
      ["verdict.pass", command, { ...passed, proof: { ...shown, exitCode: 2 } }],
      ["verdict.pass", command, { ...passed, testResults: { total: 2, passed: 1, failed: 1, skipped: 0 } }],
      ["qualityScores.composite", judge, { verdict: { pass: true }, proof: { commit: one } }],
      ["verdict.pass", judge, { verdict: { pass: true }, proof: { commit: one }, qualityScores: { composite: 0.79 } }],
      ["proof.exitCode", judge, { verdict: { pass: true }, proof: shown, qualityScores: { composite: 1 } }],
      ["proof", null as unknown as object, { proof: shown }],
    ])("400 VALIDATION naming %s of %j", async (field, gate, report) => {
      const runId = await begin(gate);
      expect(await refusedEnd(await makeStep(runId), report)).toEqual([400, field]);
    });

    it("takes a verdict against what has passed, and an output of 64 kB", async () => {
      const runId = await begin(command);
      const proof = { ...shown, output: "x".repeat(65_536) };
      await doStep(runId, 0, { verdict: { pass: false }, proof });
      expect((await proofOf(runId)).gates).toMatchObject([{ pass: false, exitCode: 0, output: proof.output }]);
    });

    it("gives a step of a later iteration the gate of its place", async () => {
      const runId = await begin(null, command);
      expect(await refusedEnd(await makeStep(runId, 3))).toEqual([400, "verdict"]);
      expect(await doStep(runId, 2, {})).toMatchObject({ gate: null });
      await doStep(runId, 3, passed);
      expect((await proofOf(runId)).gates).toMatchObject([{ stepIndex: 1, iteration: 1, pass: true }]);
    });
  });

  it("a report on another commit takes nothing over from the previous one", async () => {
    const runId = await begin(command);
    const stepId = await makeStep(runId);
    const testResults = { total: 3, passed: 3, failed: 0, skipped: 0 };
    await end(stepId, { ...passed, testResults });
    const again = { proof: { ...shown, commit: two } };
    expect(await refusedEnd(stepId, again)).toEqual([400, "verdict"]);
    await end(stepId, { ...again, verdict: { pass: true } });
    expect((await proofOf(runId)).gates).toMatchObject([{ commit: two, testResults: null }]);
    const judged = await begin(judge);
    const scored = { verdict: { pass: true }, proof: { commit: one }, qualityScores: { composite: 0.9 } };
    const judgedStep = await makeStep(judged);
    await end(judgedStep, scored);
    expect(await refusedEnd(judgedStep, { verdict: { pass: true }, proof: { commit: two } })).toEqual([
      400,
      "qualityScores.composite",
    ]);
  });

  describe("run.updateStatus completed", () => {
    it("needs each gate to have passed, all on one commit", async () => {
      const runId = await begin(command, null, judge);
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      await doStep(runId, 0, passed);
      await doStep(runId, 1, {});
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      await doStep(runId, 2, { verdict: { pass: true }, proof: { commit: two }, qualityScores: { composite: 0.8 } });
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      expect(await statusOf(runId)).toEqual(["running", "waiting"]);
      await doStep(runId, 3, { ...passed, proof: { ...shown, commit: two } });
      expect(await statusOf(runId)).toEqual(["running", "passed"]);
      await complete(runId);
      expect(await statusOf(runId)).toEqual(["completed", "passed"]);
      expect(await proofOf(runId)).toMatchObject({ runId, status: "passed", commit: two, acceptedBy: null });
    });

    it("names the gate that has not passed", async () => {
      const runId = await begin(null, command);
      const [, sentence] = await job.refused("run.updateStatus", { runId, status: "completed" });
      expect(sentence).toBe("status cannot be completed: the gate of step 1, Part 1, has not passed.");
    });

    it("is refused when a newer step of the gate has not passed or is not over", async () => {
      const runId = await begin(command);
      await doStep(runId, 0, passed);
      const newer = await makeStep(runId, 1);
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      expect((await proofOf(runId)).gates).toMatchObject([{ pass: true, iteration: 0 }]);
      await end(newer, notPassed);
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      const [result] = (await proofOf(runId)).gates;
      expect(result).toMatchObject({ pass: false, commit: one, command: ["npm", "test"], exitCode: 1, iteration: 1 });
      expect(result).toMatchObject({ durationMs: 1200, output: "not ok", feedback: "2 fail", testResults: null });
      expect(result.at).toBeGreaterThan(0);
    });

    it("is refused when the step that passed was taken back", async () => {
      const runId = await begin(command);
      const stepId = await makeStep(runId);
      await end(stepId, passed);
      await job.call("runStep.updateStatus", { stepId, status: "running" });
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
    });

    it("lets nobody take back a proof afterwards", async () => {
      const runId = await begin(command);
      const stepId = await makeStep(runId);
      await end(stepId, passed);
      await complete(runId);
      for (const report of [{ status: "completed", ...notPassed }, { status: "running" }]) {
        const refusal = job.refused("runStep.updateStatus", { stepId, ...report });
        expect(await refusal).toEqual([400, expect.stringContaining("The run is completed")]);
      }
      expect(await statusOf(runId)).toEqual(["completed", "passed"]);
      expect((await proofOf(runId)).gates).toMatchObject([{ pass: true, exitCode: 0 }]);
    });

    it("is refused for a run that has failed, and for one that a runner makes", async () => {
      const runId = await begin(command);
      await fail(runId);
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      const { workflowId } = await dataOf(api.get(`/runs/get?id=${runId}`));
      const made = { workflowId, prompt: "Do it.", status: "completed" };
      expect(await refused("run.create", made)).toEqual([400, "status"]);
    });

    it("needs the gates again in a new attempt, except those that fromStep has kept", async () => {
      const runId = await begin(command, null);
      await doStep(runId, 0, passed);
      await doStep(runId, 1, {});
      await complete(runId);
      await dataOf(api.post("/runs/restart", { runId }));
      expect(await statusOf(runId)).toEqual(["pending", "waiting"]);
      expect((await proofOf(runId)).gates).toMatchObject([{ pass: null, commit: null, command: null, at: null }]);
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      await doStep(runId, 0, passed);
      await complete(runId);
      const again = await dataOf(api.post("/runs/restart", { runId, fromStep: 1 }));
      expect(again).toMatchObject({ status: "pending", proofStatus: "passed" });
      expect((await complete(runId)).status).toBe("completed");
    });
  });

  it("a proof that fromStep has kept counts only for the gate that was shown", async () => {
    const runId = await begin(command, null);
    await doStep(runId, 0, passed);
    await doStep(runId, 1, {});
    await complete(runId);
    const { workflowId } = await dataOf(api.get(`/runs/get?id=${runId}`));
    const steps = [{ role: "designer", name: "Part 0", gate: { ...command, command: ["npm", "run", "check"] } }];
    await dataOf(api.put(`/workflows/${workflowId}`, { steps: [...steps, { role: "designer", name: "Part 1" }] }));
    const again = await dataOf(api.post("/runs/restart", { runId, fromStep: 1 }));
    expect(again.proofStatus).toBe("waiting");
    expect(await refusedCompletion(runId)).toEqual([400, "status"]);
    const [kept] = (await dataOf(api.get(`/runs/get?id=${runId}`))).steps;
    expect(kept).toMatchObject({ gate: { command: ["npm", "run", "check"] }, proof: null, verdict: null });
    await end(kept.id, passed);
    expect((await complete(runId)).status).toBe("completed");
  });

  describe("the reason gate", () => {
    it("is the run's failureReason", async () => {
      const runId = await begin(command);
      expect(await fail(runId)).toMatchObject({ failureReason: "gate", error: "Red.", proofStatus: "failed" });
    });

    it.each([
      ["of a run without gates", [null], { status: "failed", reason: "gate" }],
      ["another one", [command], { status: "failed", reason: "tests" }],
      ["beside another status", [command], { status: "running", reason: "gate" }],
    ])("400 VALIDATION: %s", async (_, gates, report) => {
      const runId = await begin(...gates);
      expect(await refused("run.updateStatus", { runId, ...report })).toEqual([400, "reason"]);
    });
  });

  describe("a run that has failed and is reported running again in its attempt", () => {
    const runAgain = (runId: string) => job.call("run.updateStatus", { runId, status: "running" });

    it("waits for its gates, and neither what has not passed completes it nor anybody who accepts it", async () => {
      const runId = await begin(command, { ...command, onFail: "fail" });
      await doStep(runId, 0, passed);
      await doStep(runId, 1, notPassed);
      await fail(runId);
      expect(await runAgain(runId)).toMatchObject({ proofStatus: "waiting", failureReason: null, error: null });
      expect((await proofOf(runId)).status).toBe("waiting");
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      expect(await refusalOf(api.post("/runs/accept", { runId, reason: "Fine." }))).toEqual([409, "CONFLICT"]);
      // On the commit that has passed the other gate, or not at all.
      await doStep(runId, 3, { ...passed, proof: { ...shown, commit: two } });
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      await doStep(runId, 2, { ...passed, proof: { ...shown, commit: two } });
      expect((await complete(runId)).proofStatus).toBe("passed");
    });

    it("shows a gate again whose step was under way when it failed, although the gate had passed before", async () => {
      const runId = await begin(command);
      await doStep(runId, 0, passed);
      const stepId = await makeStep(runId, 1);
      await job.call("runStep.updateStatus", { stepId, status: "running" });
      await job.call("run.updateStatus", { runId, status: "failed", error: "No disk." });
      expect((await proofOf(runId)).status).toBe("failed");
      expect((await runAgain(runId)).proofStatus).toBe("waiting");
      expect(await refusedCompletion(runId)).toEqual([400, "status"]);
      await doStep(runId, 1, passed);
      expect((await complete(runId)).proofStatus).toBe("passed");
    });
  });

  describe("POST /api/v1/runs/accept", () => {
    it("completes a run that has failed for a gate, and says who and why", async () => {
      const runId = await begin(command);
      await doStep(runId, 0, notPassed);
      await fail(runId);
      const accepted = await dataOf(api.post("/runs/accept", { runId, reason: " Known to be flaky. " }));
      const acceptance = { acceptedBy: { type: "key" }, acceptedReason: "Known to be flaky." };
      expect(accepted).toMatchObject({
        status: "completed",
        proofStatus: "accepted",
        failureReason: null,
        ...acceptance,
      });
      expect(await proofOf(runId)).toMatchObject({ status: "accepted", commit: one, ...acceptance });
      const events = await dataOf(api.get(`/runs/events?id=${runId}`));
      const { reason } = events.find(({ type }: { type: string }) => type === "run.accepted").data;
      expect(reason).toBe("Known to be flaky.");
      const feed = await dataOf(api.get("/events?types=run.accepted"));
      expect(feed).toMatchObject([{ type: "run.accepted", subject: { type: "run", id: runId }, data: { number: 1 } }]);
      expect(await dataOf(api.get("/inbox"))).toEqual([]);
    });

    it("is taken back by a restart", async () => {
      const runId = await begin(command);
      await fail(runId);
      await dataOf(api.post("/runs/accept", { runId, reason: "Fine." }));
      const again = await dataOf(api.post("/runs/restart", { runId }));
      expect(again).toMatchObject({ acceptedBy: null, acceptedReason: null, proofStatus: "waiting" });
    });

    it("409 CONFLICT for a run that runs, has failed otherwise, or is completed", async () => {
      const accept = (runId: string) => refusalOf(api.post("/runs/accept", { runId, reason: "Fine." }));
      const runId = await begin(command);
      expect(await accept(runId)).toEqual([409, "CONFLICT"]);
      await job.call("run.updateStatus", { runId, status: "failed" });
      expect(await accept(runId)).toEqual([409, "CONFLICT"]);
      await fail(await begin(command));
      const other = await begin(null);
      await complete(other);
      expect(await accept(other)).toEqual([409, "CONFLICT"]);
    });

    it("is kept whatever the runner reports of the attempt later", async () => {
      const runId = await begin(command);
      await doStep(runId, 0, notPassed);
      await fail(runId);
      await dataOf(api.post("/runs/accept", { runId, reason: "Fine." }));
      for (const report of [{ status: "failed", reason: "gate" }, { status: "failed" }, { status: "running" }]) {
        const refusal = job.refused("run.updateStatus", { runId, ...report });
        expect(await refusal).toEqual([400, expect.stringContaining("has been accepted")]);
      }
      expect(await statusOf(runId)).toEqual(["completed", "accepted"]);
    });

    it.each(["", "x".repeat(1001)])("400 VALIDATION for the reason %#", async (reason) => {
      const runId = await begin(command);
      expect(await refusalOf(api.post("/runs/accept", { runId, reason }))).toEqual([400, "VALIDATION", "reason"]);
    });
  });

  describe("a gate that asks", () => {
    async function asking(): Promise<{ runId: string; stepId: string; questionId: string }> {
      const runId = await begin({ ...command, onFail: "ask" });
      const stepId = await makeStep(runId);
      await end(stepId, notPassed);
      // A runner may report twice.
      await end(stepId, notPassed);
      const questions = await questionsOf(runId);
      const options = ["repeat", "accept", "stop"];
      expect(questions).toMatchObject([{ options, text: "2 fail", status: "waiting", stepId: null }]);
      return { runId, stepId, questionId: questions[0].id };
    }
    const answer = (questionId: string, text: string) =>
      dataOf(api.post("/runs/questions/answer", { questionId, answer: text }));

    it("asks also when the step has failed", async () => {
      const runId = await begin({ ...command, onFail: "ask" });
      await end(await makeStep(runId), { ...notPassed, status: "failed" });
      expect(await questionsOf(runId)).toMatchObject([{ options: ["repeat", "accept", "stop"], status: "waiting" }]);
    });

    it("gives the runner the answer under its key", async () => {
      const { runId, stepId, questionId } = await asking();
      const ask = { runId, key: `gate/${stepId}`, title: "What now?" };
      expect(await job.call("run.ask", ask)).toMatchObject({ id: questionId, status: "waiting" });
      await answer(questionId, "repeat");
      expect(await job.call("run.ask", ask)).toMatchObject({ status: "answered", answer: "repeat" });
      expect(await statusOf(runId)).toEqual(["running", "waiting"]);
    });

    it("accepts the run", async () => {
      const { runId, questionId } = await asking();
      await answer(questionId, "accept");
      expect(await statusOf(runId)).toEqual(["completed", "accepted"]);
      expect((await complete(runId)).proofStatus).toBe("accepted");
    });

    it("stops the run", async () => {
      const { runId, questionId } = await asking();
      await answer(questionId, "stop");
      expect(await dataOf(api.get(`/runs/get?id=${runId}`))).toMatchObject({ status: "failed", failureReason: "gate" });
    });

    it("is answered by accepting the run", async () => {
      const { runId } = await asking();
      await dataOf(api.post("/runs/accept", { runId, reason: "Fine." }));
      expect(await statusOf(runId)).toEqual(["completed", "accepted"]);
      expect(await questionsOf(runId)).toMatchObject([{ status: "dismissed" }]);
    });

    it("asks no longer when the step has passed after all, or another one follows it", async () => {
      const first = await asking();
      await end(first.stepId, passed);
      expect(await questionsOf(first.runId)).toMatchObject([{ status: "dismissed" }]);
      const second = await asking();
      await makeStep(second.runId, 1);
      expect(await questionsOf(second.runId)).toMatchObject([{ status: "dismissed" }]);
      expect(await refusalOf(api.post("/runs/accept", { runId: second.runId, reason: "Fine." }))).toEqual([
        409,
        "CONFLICT",
      ]);
    });

    it("is asked beside the twenty open questions of a run, so that no report is lost", async () => {
      const runId = await begin({ ...command, onFail: "ask" });
      for (let key = 0; key < 20; key++) await job.call("run.ask", { runId, key: `${key}`, title: "Why?" });
      const stepId = await makeStep(runId);
      await end(stepId, notPassed);
      expect(await questionsOf(runId)).toHaveLength(21);
      const [, sentence] = await job.refused("run.ask", { runId, key: "20", title: "Why?" });
      expect(sentence).toBe("The run has 20 open questions; wait until one of them is closed.");
    });

    it("asks nothing when it has passed, and leaves its keys to the service", async () => {
      const runId = await begin({ ...command, onFail: "ask" });
      await doStep(runId, 0, passed);
      expect(await questionsOf(runId)).toEqual([]);
      expect(await refused("run.ask", { runId, key: "gate/1", title: "Why?" })).toEqual([400, "key"]);
    });
  });

  it("a round of a run whose workflow is gone for good has its gates still, and cannot be completed", async () => {
    const runId = await begin(command);
    await doStep(runId, 0, passed);
    await complete(runId);
    const { workflowId } = await dataOf(api.get(`/runs/get?id=${runId}`));
    // A later version of the workflow takes the place of what the run was given.
    await dataOf(api.put(`/workflows/${workflowId}`, { name: "Other" }));
    await api.delete(`/workflows/${workflowId}`);
    await dataOf(api.post("/trash/permanent-delete", { entityType: "workflow", entityId: workflowId }));
    await dataOf(api.post("/runs/continue", { runId, prompt: "More." }));
    expect(await statusOf(runId)).toEqual(["pending", "waiting"]);
    await job.call("run.updateStatus", { runId, status: "running" });
    expect(await refusedCompletion(runId)).toEqual([400, "status"]);
    expect((await proofOf(runId)).gates).toMatchObject([{ name: "Part 0", pass: null }]);
  });

  describe("lists", () => {
    it("filter by what the gates show", async () => {
      const plain = await begin(null);
      const waiting = await begin(command);
      const done = await begin(command);
      await doStep(done, 0, passed);
      const idsOf = async (query: string) =>
        (await dataOf(api.get(`/runs/list?${query}`))).map(({ id }: { id: string }) => id);
      expect(await idsOf("proof=none")).toEqual([plain]);
      expect(await idsOf("proof=waiting")).toEqual([waiting]);
      expect(await idsOf("proof=passed&status=running")).toEqual([done]);
      expect(await idsOf("proof=passed&status=failed,completed")).toEqual([]);
      const { workflowId } = await dataOf(api.get(`/runs/get?id=${done}`));
      expect(await idsOf(`proof=passed&workflowId=${workflowId}&source=api`)).toEqual([done]);
      expect(await idsOf(`proof=waiting&workflowId=${workflowId}`)).toEqual([]);
      for (const [field, other] of [
        ["search", "search=do"],
        ["sort", "sort=cost"],
      ]) {
        expect(await refusalOf(api.get(`/runs/list?proof=passed&${other}`))).toEqual([400, "VALIDATION", field]);
      }
      expect(await refusalOf(api.get("/runs/list?proof=green"))).toEqual([400, "VALIDATION", "proof"]);
    });
  });
});
