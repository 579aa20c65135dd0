// Every call of the job runner and every message of the identity provider, by callers who do not have the right to it,
// or have lost it: with a wrong secret, with a secret that was removed, with a claim that was lost. Operations are
// enumerated, so that none is forgotten, and their arguments come from the read budgets. The two tables below say who
// is refused. The rights of keys and of people are in tests/dashboard/lostRights.test.ts.
import { randomBytes, randomUUID } from "node:crypto";
import { makeFunctionReference } from "convex/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { internal } from "../../convex/_generated/api";
import { allOperations } from "../../convex/callback/operations";
import { documentIdOf, startCrowd } from "../support/crowd";
import type { Crowd } from "../support/crowd";
import { bearer, callbackSecret, dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import type { Input } from "../support/readBudgets/area";
import { effectOf, settledState } from "../support/readBudgets/wholeState";
import { fillWorld } from "../support/readBudgets/world";
import type { FilledWorld } from "../support/readBudgets/world";
import { servedBy } from "../support/reality";
import { signedHeaders } from "../support/webhook";

const operations = (await allOperations()).map(({ name }) => name);
const events = ["user.created", "user.updated", "user.deleted"];

const former = "former-callback-secret-0123456789";
const webhookSecret = randomBytes(32);
const formerWebhookSecret = randomBytes(32);
const shown = (secret: Buffer) => `whsec_${secret.toString("base64")}`;

/** The usual variables. An empty variable counts as not set. */
const usual = {
  JOB_CALLBACK_SECRET: callbackSecret,
  JOB_CALLBACK_SECRET_PREVIOUS: "",
  IDP_WEBHOOK_SECRET: shown(webhookSecret),
  IDP_WEBHOOK_SECRET_PREVIOUS: "",
  SERVICE_DELETION_GRACE_HOURS: "",
};

let crowd: Crowd;
let world: FilledWorld;
beforeAll(async () => {
  crowd = await startCrowd();
  world = await fillWorld(crowd.engine, "rights", 20, areas);
});
beforeEach(() => crowd.engine.setEnvironment(usual));
afterAll(() => crowd.stop());

/** The arguments in the operation's first read budget. */
function firstInput(operation: string): Input {
  const budget = budgetsInOrder.find(([name]) => name === operation);
  if (budget === undefined) throw new Error(`${operation} has no budget.`);
  return inputOf(budget, world);
}

type Answers = Record<string, [status: number, error: string]>;

async function ask(path: string, body: string, headers: Record<string, string>): Promise<[number, string]> {
  const response = await servedBy(crowd.engine).fetch(path, { method: "POST", headers, body });
  const { error = "" } = (await response.json()) as { error?: string | { code: string } };
  return [response.status, typeof error === "string" ? error : error.code];
}

/** Calls each operation once and returns the answers. */
async function callEach(headers: () => Record<string, string>, lease?: Lease): Promise<Answers> {
  const answers: Answers = {};
  for (const operation of operations) {
    const body = { operation, args: firstInput(`callback ${operation}`), ...(lease === undefined ? {} : { lease }) };
    answers[operation] = await ask("/job/callback", JSON.stringify(body), headers());
  }
  return answers;
}

const ofAll = <Answer>(names: readonly string[], answer: Answer): Record<string, Answer> =>
  Object.fromEntries(names.map((name) => [name, answer]));

describe("the callback's secret", () => {
  const rotated = { JOB_CALLBACK_SECRET: callbackSecret, JOB_CALLBACK_SECRET_PREVIOUS: former };
  const unset = { JOB_CALLBACK_SECRET: "", JOB_CALLBACK_SECRET_PREVIOUS: former };

  it.each<
    [
      who: string,
      variables: Record<string, string>,
      headers: () => Record<string, string> | Promise<Record<string, string>>,
    ]
  >([
    ["nobody", {}, () => ({})],
    ["a caller with the secret of another deployment", {}, () => bearer(randomBytes(24).toString("base64url"))],
    ["a caller with all except the end of it", rotated, () => bearer(callbackSecret.slice(0, -1))],
    ["a caller with both in one", rotated, () => bearer(`${callbackSecret}${former}`)],
    ["a caller with the previous one after it was removed", {}, () => bearer(former)],
    ["a caller with the previous one when no other is set", unset, () => bearer(former)],
    ["a caller without a secret when no secret is set", { JOB_CALLBACK_SECRET: "" }, () => bearer("undefined")],
    ["a caller with the webhook's secret", {}, () => bearer(shown(webhookSecret))],
    ["a caller with a key of a project", {}, async () => bearer(await world.makeKey())],
  ])("%s is refused by every operation, and nothing changes", async (_who, variables, headers) => {
    await crowd.engine.setEnvironment({ ...usual, ...variables });
    const given = await headers();
    let answers: Answers = {};
    const effect = await effectOf(crowd.engine, async () => {
      answers = await callEach(() => given);
    });
    expect(answers).toEqual(ofAll(operations, [401, "The bearer token is missing or wrong."]));
    expect(effect).toEqual({});
  });
});

describe("the webhook's secret", () => {
  const tell = async (secret: Buffer, ageSeconds = 0): Promise<Answers> => {
    const answers: Answers = {};
    for (const type of events) {
      const body = JSON.stringify({ type, object: "event", data: firstInput(`webhook ${type}`) });
      const seconds = Math.floor(Date.now() / 1000) - ageSeconds;
      answers[type] = await ask("/idp/webhook", body, signedHeaders(secret, randomUUID(), seconds, body));
    }
    return answers;
  };
  const unset = { IDP_WEBHOOK_SECRET: "", IDP_WEBHOOK_SECRET_PREVIOUS: shown(formerWebhookSecret) };

  it.each<[who: string, variables: Record<string, string>, secret: Buffer, ageSeconds?: number]>([
    ["a caller with the secret of another deployment", {}, randomBytes(32)],
    ["a caller with the previous one after it was removed", {}, formerWebhookSecret],
    ["a caller with the previous one when no other is set", unset, formerWebhookSecret],
    ["a caller without a secret when no secret is set", { IDP_WEBHOOK_SECRET: "" }, Buffer.alloc(0)],
    ["a caller with the callback's secret", {}, Buffer.from(callbackSecret)],
    ["a caller with only what was signed six minutes ago", {}, webhookSecret, 360],
  ])("%s is refused with every event, and nothing changes", async (_who, variables, secret, ageSeconds) => {
    await crowd.engine.setEnvironment({ ...usual, ...variables });
    let answers: Answers = {};
    const effect = await effectOf(crowd.engine, async () => {
      answers = await tell(secret, ageSeconds);
    });
    expect(answers).toEqual(ofAll(events, [401, "AUTH_INVALID"]));
    expect(effect).toEqual({});
  });

  it("is accepted, and so is the previous one", async () => {
    await crowd.engine.setEnvironment({ ...usual, IDP_WEBHOOK_SECRET_PREVIOUS: shown(formerWebhookSecret) });
    for (const secret of [formerWebhookSecret, webhookSecret]) {
      expect(await tell(secret)).toEqual(ofAll(events, [200, ""]));
    }
  });
});

interface Lease {
  jobId: string;
  fence: number;
}

/** A run whose job the runner `one` has claimed. */
interface Held {
  api: Client;
  runId: string;
  lease: Lease;
}

const claim = (runnerId: string) => crowd.job.call("job.claim", { runnerId, kinds: ["run.execute"], leaseMs: 900_000 });

async function hold(): Promise<Held> {
  const { api } = await crowd.createProject();
  const { id: runId } = await startRun(api);
  let claimed = await claim("one");
  // Other tests have left jobs behind, which are claimed first.
  while (claimed.runId !== runId) claimed = await claim("one");
  return { api, runId, lease: { jobId: claimed.id, fence: claimed.fence } };
}

const patchAll = makeFunctionReference<"mutation">("bulkInsert:patchAll");

/** Changes the job's row as if time had passed. */
async function change({ lease }: Held, changes: Record<string, unknown>): Promise<void> {
  const id = documentIdOf("jobs", lease.jobId);
  await crowd.engine.call(patchAll, { changes: [{ id, change: changes }] });
}

const release = () => crowd.engine.call(internal.jobs.scheduled.release, {});
const isOver = /^stale lease: claim \d+ of job_\w+ is over\.$/;

interface Loss {
  how: string;
  lose: (held: Held) => Promise<unknown>;
  refusal: RegExp;
}

const losses: Loss[] = [
  {
    how: "whose lease ran out, and another one has claimed the job",
    lose: async (held) => {
      await change(held, { leaseUntilMs: 1 });
      await release();
      await change(held, { availableAtMs: 1 });
      expect(await claim("two")).toMatchObject({ id: held.lease.jobId });
    },
    refusal: isOver,
  },
  {
    how: "whose run was cancelled, when its minute is over",
    lose: async (held) => {
      await dataOf(held.api.post("/runs/cancel", { runId: held.runId }));
      await change(held, { leaseUntilMs: 1 });
    },
    refusal: isOver,
  },
  {
    how: "whose run was cancelled, when the runner has lost the job",
    lose: async (held) => {
      await dataOf(held.api.post("/runs/cancel", { runId: held.runId }));
      await change(held, { leaseUntilMs: 1 });
      await release();
    },
    refusal: isOver,
  },
  {
    how: "whose run was cancelled and began again",
    lose: async ({ api, runId }) => {
      await dataOf(api.post("/runs/cancel", { runId }));
      await dataOf(api.post("/runs/restart", { runId }));
    },
    refusal: isOver,
  },
  {
    how: "whose run was deleted, when its minute is over",
    lose: async (held) => {
      await dataOf(held.api.post("/runs/delete", { runId: held.runId }));
      await change(held, { leaseUntilMs: 1 });
    },
    refusal: isOver,
  },
  {
    how: "whose job took longer than it may",
    lose: async (held) => {
      await change(held, { boundAtMs: 1 });
      await crowd.engine.call(internal.jobs.scheduled.endOverdue, {});
    },
    refusal: isOver,
  },
  {
    how: "whose project was deleted",
    lose: ({ api }) => dataOf(api.post("/project/delete")),
    refusal: isOver,
  },
  {
    how: "whose project is gone for good",
    lose: async ({ api }) => {
      await crowd.engine.setEnvironment({ ...usual, SERVICE_DELETION_GRACE_HOURS: "0" });
      await dataOf(api.post("/project/delete"));
    },
    refusal: /There is no job with the id job_\w+\.$/,
  },
];

describe("a claim", () => {
  it.each(losses.map((loss) => [loss.how, loss] as const))(
    "of a runner %s: it is refused by every operation, and nothing changes",
    async (_how, { lose, refusal }) => {
      const held = await hold();
      await lose(held);
      await settledState(crowd.engine);
      const asked: [string, [number, string]][] = [];
      const effect = await effectOf(crowd.engine, async () => {
        const plain = () => bearer(callbackSecret);
        const repeatable = () => ({ ...plain(), "Idempotency-Key": randomUUID() });
        for (const headers of [plain, repeatable]) {
          asked.push(...Object.entries(await callEach(headers, held.lease)));
        }
        asked.push(...Object.entries(await endOf(held)));
      });
      expect(asked.filter(([, [status, error]]) => status !== 400 || !refusal.test(error))).toEqual([]);
      expect(asked.length).toBeGreaterThanOrEqual(2 * operations.length + 3);
      expect(effect).toEqual({});
    },
  );

  it("allows all calls while it is valid, with the secret or the previous one", async () => {
    await crowd.engine.setEnvironment({ ...usual, JOB_CALLBACK_SECRET_PREVIOUS: former });
    const { lease } = await hold();
    const refused: unknown[] = [];
    for (const secret of [former, callbackSecret]) {
      const answers = Object.entries(await callEach(() => bearer(secret), lease));
      refused.push(...answers.filter(([, [status, error]]) => status === 401 || /stale lease/.test(error)));
    }
    expect(refused).toEqual([]);
  });
});

/** Calls the operations on the job itself with the number of the lost claim, and returns the answers. */
async function endOf({ lease: { jobId, fence } }: Held): Promise<Answers> {
  const answers: Answers = {};
  for (const [operation, more] of [
    ["job.heartbeat", {}],
    ["job.complete", {}],
    ["job.fail", { error: "It broke." }],
  ] as const) {
    const body = { operation, args: { jobId, runnerId: "one", fence, ...more } };
    answers[`${operation} of the job`] = await ask("/job/callback", JSON.stringify(body), bearer(callbackSecret));
  }
  return answers;
}
