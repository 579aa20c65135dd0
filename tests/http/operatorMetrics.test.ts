import { expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { readAppMetrics } from "../../engine/metrics/appMetrics";
import { writeOpenMetrics } from "../../engine/metrics/openMetrics";
import {
  callbackOf,
  client,
  createProject,
  createSandbox,
  createWorkflow,
  dataOf,
  startRun,
} from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { canReadMetrics, readMetrics, sumOf } from "../support/readMetrics";

// The metrics are about all projects, so no other tests share this deployment.
it.skipIf(!canReadMetrics)(
  "operators see the queue by reason, messages and webhooks, and budgets, without names",
  async () => {
    const deployment = inProcess();
    const job = await callbackOf(deployment);
    const { projectId, apiKey } = await createProject(deployment, "Secret plan");
    const api = client(deployment, apiKey);
    const workflowId = await createWorkflow(api, { concurrencyLimit: 1 });
    const ids: string[] = [];
    for (let run = 0; run < 3; run++) ids.push((await startRun(api, { workflowId })).id);
    await startRun(api, { workflowId, scheduledFor: Date.now() + 3_600_000 });
    const budget = { name: "Secret plan", scope: { type: "project" }, limitUsd: 10, period: "total" };
    const { id: budgetId } = await dataOf(api.post("/budgets", budget));
    const sandboxId = await createSandbox(job, { runId: ids[0] });
    const usage = { sandboxId, tokenUsage: { inputTokens: 1 }, durationMs: 1, service: "agent", costUsd: 6.5 };
    await job.call("usage.computeCostAndRecord", usage);
    await deployment.run(async (ctx) => {
      const project = ctx.db.normalizeId("projects", projectId.slice("proj_".length))!;
      const secrets = { current: { name: "x", ciphertext: "v2.none" } };
      const common = { projectId: project, url: "https://secret.example/", events: ["*"], secrets, updatedAtMs: 0 };
      for (const isEnabled of [true, true, false]) {
        const webhookId = await ctx.db.insert("webhooks", { ...common, isEnabled });
        await ctx.db.insert("webhookStates", {
          projectId: project,
          webhookId,
          ...(isEnabled ? { failingSinceMs: 1 } : {}),
        });
        const delivery = { projectId: project, webhookId, eventType: "run.started", dueAtMs: 9e15, attempts: [] };
        for (const status of ["pending", "succeeded", "failed"] as const)
          await ctx.db.insert("webhookDeliveries", { ...delivery, status, tries: isEnabled ? 1 : 0 });
      }
    });

    const text = writeOpenMetrics(readAppMetrics(await deployment.query(internal.admin.metrics.metrics, {})));
    expect(text).not.toMatch(/secret/i);
    const read = readMetrics(text);
    const valuesOf = (name: string, label: string, values: string[]) =>
      values.map((value) => sumOf(read, name, { [label]: value }));
    const reasons = ["runner", "concurrency", "schedule", "budget"];
    expect(valuesOf("switchyard_waiting_runs", "reason", reasons)).toEqual([1, 2, 1, 0]);
    const outcomes = ["pending", "retrying", "succeeded", "failed"];
    expect(valuesOf("switchyard_webhook_deliveries", "outcome", outcomes)).toEqual([1, 2, 3, 3]);
    expect(valuesOf("switchyard_webhooks", "state", ["ok", "failing", "disabled"])).toEqual([0, 2, 1]);
    expect(valuesOf("switchyard_budgets", "state", ["ok", "warning", "reached"])).toEqual([0, 1, 0]);
    expect(sumOf(read, "switchyard_budget_spent_usd", { budget: budgetId })).toBe(6.5);
    expect(sumOf(read, "switchyard_budget_limit_usd", { budget: budgetId })).toBe(10);
    await deployment.setEnvironment({ JOB_CALLBACK_SECRET: null });
  },
);
