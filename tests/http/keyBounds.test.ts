// What a key may not do although its scopes allow it: keys with presets, and keys that are bound to workflows.
import { expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { client, createKey, dataOf, projectForEach, refusalOf } from "../support/fixtures";

const generate = "/project/api-keys/generate";

describeEverywhere((deployment) => {
  const { project, api } = projectForEach(deployment);

  const workflow = async (name: string): Promise<string> =>
    (await dataOf(api.post("/workflows", { name, steps: [{ role: "designer", name: "Design" }] }))).id;
  const holder = async (body: object) =>
    client(deployment, (await dataOf(api.post(generate, { name: "CI", ...body }))).key);
  const runOf = (workflowId: string) => ({ workflowId, prompt: "Go", gitRepoUrl: "https://github.com/a/b" });
  const daily = { frequency: "daily", timezone: "UTC", scheduledHour: 3, scheduledMinute: 0 };
  const denied = [403, "SCOPE_DENIED"];

  it.each([
    ["read-only", "GET", "/issues/list", 200],
    ["read-only", "POST", "/issues/create", 403],
    ["read-only", "GET", "/project/api-keys", 403],
    ["operator", "POST", "/issues/create", 200],
    ["operator", "GET", "/project/api-keys", 403],
    ["trigger-only", "GET", "/runs", 200],
    ["trigger-only", "GET", "/workflows", 200],
    ["trigger-only", "GET", "/issues/list", 403],
    ["trigger-only", "POST", "/issues/create", 403],
    ["full", "GET", "/project/api-keys", 200],
  ])("a key with the preset %s: %s %s is %i", async (preset, method, path, status) => {
    const { get, post } = await holder({ preset });
    expect((await (method === "GET" ? get(path) : post(path, { title: "Crash" }))).status).toBe(status);
  });

  it("trigger-only starts runs and changes none", async () => {
    const trigger = await holder({ preset: "trigger-only" });
    const { id } = await dataOf(trigger.post("/runs/start", runOf(await workflow("Build"))));
    expect((await trigger.get(`/runs/get?id=${id}`)).status).toBe(200);
    for (const path of ["/runs/cancel", "/runs/delete", "/runs/restart"])
      expect(await refusalOf(trigger.post(path, { runId: id }))).toEqual(denied);
    await dataOf(trigger.post("/runs/start-many", { runs: [runOf(await workflow("Other"))] }));
    expect(await refusalOf(trigger.post("/runs/rename", { runId: id, name: "x" }))).toEqual(denied);
    // The scope counts before the shape.
    expect(await refusalOf(trigger.post("/runs/restart", {}))).toEqual(denied);
    expect(await refusalOf(trigger.post("/runs/start", {}))).toEqual([400, "VALIDATION", "workflowId"]);
    expect(await refusalOf(trigger.get("/runs?limit=many"))).toEqual([400, "VALIDATION", "limit"]);
  });

  it("no preset gives what the caller does not hold, nor goes together with scopes", async () => {
    const { apiKey } = await createKey(deployment, project.projectId, ["admin", "runs:write"]);
    for (const preset of ["full", "operator", "read-only"])
      expect(await refusalOf(client(deployment, apiKey).post(generate, { name: "x", preset }))).toEqual(denied);
    const both = { name: "x", preset: "full", scopes: ["*"] };
    expect(await refusalOf(api.post(generate, both))).toEqual([400, "VALIDATION", "preset"]);
    expect(await refusalOf(api.post(generate, { name: "x", preset: "all" }))).toEqual([400, "VALIDATION", "preset"]);
  });

  it("a bound key starts runs, chains and recurring tasks of its workflows alone, and the refusal names the other", async () => {
    const [mine, other] = [await workflow("Mine"), await workflow("Other")];
    const bound = await holder({ workflowIds: [mine, mine] });
    await dataOf(bound.post("/runs/start", runOf(mine)));
    const refused = await bound.post("/runs/start", runOf(other));
    expect([refused.status, refused.body.error.code]).toEqual(denied);
    expect(refused.body.error.message).toContain(other);
    const task = (targetWorkflowId: string) => ({ title: "T", prompt: "Go", ...daily, targetWorkflowId });
    const { id } = await dataOf(bound.post("/recurring-tasks", task(mine)));
    expect(await refusalOf(bound.post("/recurring-tasks", task(other)))).toEqual(denied);
    expect(await refusalOf(bound.put(`/recurring-tasks/${id}`, { targetWorkflowId: other }))).toEqual(denied);
    const chain = (workflowId: string) => ({ ...runOf(workflowId), sprintRange: [1, 2] });
    expect(await refusalOf(bound.post("/sprint-chains", chain(other)))).toEqual(denied);
    expect((await bound.post("/sprint-chains", chain(mine))).status).toBe(201);
    const { id: issueId } = await dataOf(bound.post("/issues/create", { title: "Crash" }));
    const work = (workflowId: string) => ({ workflowId, issueIds: [issueId], title: "W" });
    expect(await refusalOf(bound.post("/work-chains/create", work(other)))).toEqual(denied);
    await dataOf(bound.post("/work-chains/create", work(mine)));
  });

  it("a bound key changes no run, chain or task of another workflow, whatever its state, nor restores one", async () => {
    const other = await workflow("Other");
    const bound = await holder({ workflowIds: [await workflow("Mine")] });
    const { id: runId } = await dataOf(api.post("/runs/start", runOf(other)));
    const { id: taskId } = await dataOf(
      api.post("/recurring-tasks", { title: "T", prompt: "Go", ...daily, targetWorkflowId: other }),
    );
    for (const path of ["pause", "resume", "cancel", "restart", "request-graceful-stop", "delete"])
      expect(await refusalOf(bound.post(`/runs/${path}`, { runId }))).toEqual(denied);
    expect(await refusalOf(bound.post("/runs/bulk-delete", { runIds: [runId] }))).toEqual(denied);
    expect(await refusalOf(bound.put(`/recurring-tasks/${taskId}/toggle`, {}))).toEqual(denied);
    expect(await refusalOf(bound.post(`/recurring-tasks/${taskId}/run`, {}))).toEqual(denied);
    expect(await refusalOf(bound.delete(`/recurring-tasks/${taskId}`))).toEqual(denied);
    await dataOf(api.post("/runs/cancel", { runId }));
    await dataOf(api.post("/runs/delete", { runId }));
    expect(await refusalOf(bound.post(`/trash/run/${runId}/restore`, {}))).toEqual(denied);
    expect((await bound.get("/runs")).status).toBe(200);
  });

  it("a bound key starts many runs and acts on many only of its workflows", async () => {
    const [mine, other] = [await workflow("Mine"), await workflow("Other")];
    const bound = await holder({ workflowIds: [mine] });
    const { id: runId } = await dataOf(api.post("/runs/start", runOf(other)));
    expect(await refusalOf(bound.post("/runs/start-many", { runs: [runOf(mine), runOf(other)] }))).toEqual(denied);
    await dataOf(bound.post("/runs/start-many", { runs: [runOf(mine)] }));
    for (const filter of [{ runIds: [runId] }, { workflowId: other }, { status: "pending" }])
      expect(await refusalOf(bound.post("/runs/bulk", { action: "cancel", filter }))).toEqual(denied);
    await dataOf(bound.post("/runs/bulk", { action: "cancel", filter: { workflowId: mine } }));
  });

  it("a bound key stops only the bulk actions that it has asked for", async () => {
    const mine = await workflow("Mine");
    const [bound, unbound] = [await holder({ workflowIds: [mine] }), await holder({})];
    const ask = async (asker: typeof api) =>
      (await dataOf(asker.post("/runs/bulk", { action: "cancel", filter: { workflowId: mine } }))).id;
    const [own, foreign] = [await ask(bound), await ask(api)];
    expect(await refusalOf(bound.post(`/runs/bulk/${foreign}/stop`))).toEqual(denied);
    // It may be over already.
    expect([200, 409]).toContain((await bound.post(`/runs/bulk/${own}/stop`)).status);
    expect([200, 409]).toContain((await unbound.post(`/runs/bulk/${foreign}/stop`)).status);
  });

  it("a bound key makes, changes and deletes only budgets of its workflows, and of their runs, tasks and chains", async () => {
    const [mine, other] = [await workflow("Mine"), await workflow("Other")];
    const bound = await holder({ workflowIds: [mine] });
    const budget = (type: string, id?: string) => ({
      name: "B",
      scope: { type, id },
      limitUsd: 1,
      period: "day",
      action: "cancel",
    });
    const scopesOf = async (workflowId: string): Promise<[string, string][]> => {
      const { id: runId } = await dataOf(api.post("/runs/start", runOf(workflowId)));
      const task = { title: "T", prompt: "Go", ...daily, targetWorkflowId: workflowId };
      const { id: taskId } = await dataOf(api.post("/recurring-tasks", task));
      const { id: sprints } = await dataOf(api.post("/sprint-chains", { ...runOf(workflowId), sprintRange: [1, 2] }));
      const { id: issueId } = await dataOf(api.post("/issues/create", { title: "Crash" }));
      const work = { workflowId, issueIds: [issueId], title: "W" };
      const { id: chainId } = await dataOf(api.post("/work-chains/create", work));
      return [
        ["workflow", workflowId],
        ["run", runId],
        ["recurringTask", taskId],
        ["sprintChain", sprints],
        ["workChain", chainId],
      ];
    };
    const [own, others] = [await scopesOf(mine), await scopesOf(other)];
    const { id: ownId } = await dataOf(bound.post("/budgets", budget("workflow", mine)));
    for (const [type, id] of own) {
      const made = await dataOf(bound.post("/budgets", budget(type, id)));
      await dataOf(bound.put(`/budgets/${made.id}`, { limitUsd: 2 }));
      await dataOf(bound.delete(`/budgets/${made.id}`));
    }
    for (const [type, id] of [...others, ["project", undefined]] as const) {
      expect(await refusalOf(bound.post("/budgets", budget(type, id)))).toEqual(denied);
      expect(await refusalOf(bound.put(`/budgets/${ownId}`, { scope: { type, id } }))).toEqual(denied);
      const { id: budgetId } = await dataOf(api.post("/budgets", budget(type, id)));
      expect(await refusalOf(bound.put(`/budgets/${budgetId}`, { limitUsd: 2 }))).toEqual(denied);
      expect(await refusalOf(bound.delete(`/budgets/${budgetId}`))).toEqual(denied);
      expect((await bound.get(`/budgets/${budgetId}`)).status).toBe(200);
    }
  });

  it("a key that a bound key makes is bound to the same workflows or to fewer", async () => {
    const [first, second, other] = [await workflow("1"), await workflow("2"), await workflow("3")];
    const bound = await holder({ workflowIds: [first, second] });
    const made = async (body: object) => await dataOf(bound.post(generate, { name: "x", ...body }));
    expect((await made({})).workflowIds).toEqual([first, second]);
    expect((await made({ workflowIds: [second] })).workflowIds).toEqual([second]);
    const refused = await bound.post(generate, { name: "x", workflowIds: [first, other] });
    expect([refused.status, refused.body.error.code]).toEqual(denied);
    expect(refused.body.error.message).toContain(other);
    expect(await refusalOf(bound.post("/project/runner-tokens/generate", { name: "x" }))).toEqual(denied);
  });

  it("400 for no or too many workflows, 404 for one that does not exist", async () => {
    for (const workflowIds of [[], Array(51).fill("wf_x"), "wf_x"])
      expect(await refusalOf(api.post(generate, { name: "x", workflowIds }))).toEqual([
        400,
        "VALIDATION",
        "workflowIds",
      ]);
    expect(await refusalOf(api.post(generate, { name: "x", workflowIds: ["wf_x"] }))).toEqual([404, "NOT_FOUND"]);
  });
});
