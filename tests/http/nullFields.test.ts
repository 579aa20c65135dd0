// `null` for an optional field of a body counts as if the field was not given, in every request that makes or does
// something. A change refuses it where the field cannot be removed.
import { describe, expect, it } from "vitest";
import { safeParse } from "zod/v4/core";
import type { $ZodType, $ZodTypes } from "zod/v4/core";
import { allRoutes } from "../support/allRoutes";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  createWorkflow,
  dataOf,
  encryptionKey,
  projectForEach,
  refusalOf,
} from "../support/fixtures";

interface Optional {
  path: string;
  field: $ZodType;
}

/** The optional fields of a body, with their paths in a request. */
function optionalFields(schema: $ZodType, path: string): Optional[] {
  const { def } = (schema as $ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([name, field]) =>
        optionalFields(field, path === "" ? name : `${path}.${name}`),
      );
    case "optional":
      return [{ path, field: schema }, ...optionalFields(def.innerType, path)];
    case "nullable":
      return optionalFields(def.innerType, path);
    case "array":
      return optionalFields(def.element, `${path}.0`);
    case "union":
      return def.options.flatMap((option) => optionalFields(option, path));
    case "pipe":
      return [...optionalFields(def.in, path), ...optionalFields(def.out, path)];
    default:
      return [];
  }
}

/** A change of what exists, in which null removes a field. */
const isChange = ({ method, path }: { method: string; path: string }) =>
  (method === "PUT" && !path.endsWith("/toggle")) || /\/update(?:-|$)/.test(path);

const bodies = await Promise.all(
  allRoutes.flatMap((route) =>
    route.method === "GET" || route.body === undefined
      ? []
      : [
          route.body().then((body) => {
            const name = `${route.method} ${route.path}`;
            return { name, isChange: isChange(route), fields: optionalFields(body, "") };
          }),
        ],
  ),
);

const refused = ({ fields }: { fields: Optional[] }) =>
  fields.filter(({ field }) => !safeParse(field, null).success).map(({ path }) => path);

describe("null for an optional field", () => {
  const made = bodies.filter((body) => !body.isChange && body.fields.length > 0);
  it.each(made.map((body) => [body.name, body] as const))("is accepted by %s", (_name, body) => {
    expect(refused(body)).toEqual([]);
  });

  it("is refused by changes for exactly the fields that a thing must always have", () => {
    const changes = bodies.filter((body) => body.isChange).map((body) => [body.name, refused(body)] as const);
    expect(Object.fromEntries(changes.filter(([, fields]) => fields.length > 0))).toEqual({
      "PUT /budgets/:id": ["name", "scope", "limitUsd", "period", "timezone", "warnAt", "action"],
      "PUT /commands/:id": ["name"],
      "PUT /contexts/:id": ["name", "content"],
      "POST /issues/update": ["title", "status"],
      "POST /learnings/update-content": ["description"],
      "POST /personas/update": ["name", "type", "isEnabled", "learningsEnabled"],
      "POST /project/update": ["name", "slug"],
      "PUT /recurring-tasks/:id": [
        "title",
        "prompt",
        "frequency",
        "targetWorkflowId",
        "timezone",
        "scheduledHour",
        "scheduledMinute",
      ],
      "PUT /scripts/:id": ["name", "language"],
      "PUT /skills/:id": ["name"],
      "PUT /webhooks/:id": ["url", "events", "isEnabled"],
      "PUT /workflows/:id": ["name", "steps", "isEnabled"],
    });
  });
});

describeEverywhere((deployment) => {
  const { project, api } = projectForEach(deployment);

  it("a webhook, a budget and a task made with nulls have the usual values", async () => {
    await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey });
    const url = "https://receiver.example/hook";
    const webhook = await dataOf(api.post("/webhooks", { url, events: null, description: null, isEnabled: null }));
    expect(webhook).toMatchObject({ events: ["*"], description: null, isEnabled: true });
    const rotated = await dataOf(api.post(`/webhooks/${webhook.id}/rotate-secret`, { graceSeconds: null }));
    expect(Date.parse(rotated.formerSecretUntil) - Date.now()).toBeGreaterThan(86_000_000);
    const key = { provider: "anthropic", key: "sk-1234", origins: null };
    expect(await dataOf(api.post("/project/provider-keys/set", key))).toMatchObject({ origins: null });
    await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null });
    const asked = { name: "B", scope: { type: "project", id: null }, limitUsd: 1, period: "day" };
    expect(await dataOf(api.post("/budgets", { ...asked, timezone: null, warnAt: null, action: null }))).toMatchObject({
      timezone: "UTC",
      warnAt: [0.5, 0.8],
      action: "notify",
    });
    const cron = { frequency: "cron", cron: "0 9 * * *", timezone: "UTC", scheduledHour: null, scheduledMinute: null };
    await dataOf(api.post("/recurring-tasks/preview", cron));
    const targetWorkflowId = await createWorkflow(api);
    const task = await dataOf(api.post("/recurring-tasks", { title: "T", prompt: "Go", targetWorkflowId, ...cron }));
    const toggled = await dataOf(api.put(`/recurring-tasks/${task.id}/toggle`, { isActive: null }));
    expect(toggled).toMatchObject({ isActive: false });
    const daily = { ...cron, frequency: "daily", cron: null };
    expect(await refusalOf(api.post("/recurring-tasks/preview", daily))).toEqual([400, "VALIDATION", "scheduledHour"]);
  });

  it("a task cannot lose its cron while its frequency is cron, and loses it with another frequency", async () => {
    const schedule = { frequency: "cron", cron: "0 9 * * *", timezone: "UTC" };
    const targetWorkflowId = await createWorkflow(api);
    const { id } = await dataOf(
      api.post("/recurring-tasks", { title: "T", prompt: "Go", targetWorkflowId, ...schedule }),
    );
    expect(await refusalOf(api.put(`/recurring-tasks/${id}`, { cron: null }))).toEqual([400, "VALIDATION", "cron"]);
    const daily = { frequency: "daily", cron: null, scheduledHour: 9, scheduledMinute: 0 };
    expect(await dataOf(api.put(`/recurring-tasks/${id}`, daily))).toMatchObject({ frequency: "daily", cron: null });
  });

  it("conditions of a bulk action that are null are none, and bind a key as if they were not given", async () => {
    const workflowId = await createWorkflow(api);
    const { apiKey } = await createKey(deployment, project.projectId, ["*"]);
    const bound = client(
      deployment,
      (
        await dataOf(
          client(deployment, apiKey).post("/project/api-keys/generate", { name: "B", workflowIds: [workflowId] }),
        )
      ).key,
    );
    const none = { status: null, source: null, label: null, createdAfter: null, createdBefore: null };
    const filter = { ...none, workflowId, runIds: null };
    expect((await api.post("/runs/bulk", { action: "cancel", filter })).status).toBe(202);
    const empty = { ...filter, workflowId: null };
    expect(await refusalOf(api.post("/runs/bulk", { action: "cancel", filter: empty }))).toEqual([
      400,
      "VALIDATION",
      "filter",
    ]);
    const others = { action: "cancel", filter: { ...empty, status: "failed" } };
    expect(await refusalOf(bound.post("/runs/bulk", others))).toEqual([403, "SCOPE_DENIED"]);
  });

  it("null as the priority of an issue that is changed makes it the usual one", async () => {
    const { id: issueId } = await dataOf(api.post("/issues/create", { title: "Crash", priority: "high" }));
    expect(await dataOf(api.post("/issues/update", { issueId, priority: null }))).toMatchObject({ priority: "medium" });
  });
});
