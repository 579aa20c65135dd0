// Webhooks as clients see them, with a receiver on this machine.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import {
  client,
  createKey,
  dataOf,
  encryptionKey,
  projectForEach,
  refusalOf,
  runner,
  startRun,
} from "../support/fixtures";
import { startReceiver, verifyWithSvix } from "../support/receiver";
import type { Behaviour, Receiver } from "../support/receiver";

const waiting = { timeout: 15_000, interval: 50 };

describeEverywhere((deployment) => {
  const environment = { PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey, SERVICE_LOOPBACK_ONLY: "on" };
  beforeAll(() => deployment.setEnvironment(environment));
  afterAll(() => deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: null, SERVICE_LOOPBACK_ONLY: null }));

  const { project, api, stranger } = projectForEach(deployment);
  const job = runner(deployment);

  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    const { data } = (await api.get("/webhooks?limit=100")).body as { data: { id: string }[] };
    for (const { id } of data) await api.delete(`/webhooks/${id}`);
    await receiver.close();
  });

  const create = (fields: object = {}) => dataOf(api.post("/webhooks", { url: receiver.url, ...fields }));
  const get = (id: string) => dataOf(api.get(`/webhooks/${id}`));
  const deliveriesOf = async (id: string, query = "") =>
    (await api.get(`/webhooks/${id}/deliveries?${query}`)).body.data;
  const makeIssue = (title = "Crash") => dataOf(api.post("/issues/create", { title }));
  const arrived = (count: number) => expect.poll(() => receiver.received.length, waiting).toBe(count);
  const eventIds = async () => ((await api.get("/events?limit=100")).body.data as { id: string }[]).map(({ id }) => id);

  describe("a webhook", () => {
    it("is made with a secret that is shown once, and shown without it", async () => {
      const answer = await api.post("/webhooks", {
        url: "https://receiver.example/hook",
        events: ["run.*", "issue.created"],
        description: " Alerts ",
      });
      expect(answer.status).toBe(201);
      const { secret, ...view } = answer.body.data;
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(view).toEqual({
        id: expect.stringMatching(/^wh_/),
        _id: view.id,
        url: "https://receiver.example/hook",
        events: ["run.*", "issue.created"],
        description: "Alerts",
        isEnabled: true,
        disabledReason: null,
        createdAt: expect.stringMatching(/Z$/),
        lastDeliveryAt: null,
        failingSince: null,
        formerSecretUntil: null,
      });
      expect((await api.get("/webhooks")).body).toEqual({ data: [view], nextCursor: null, hasMore: false });
      expect(await get(view.id)).toEqual(view);
      expect(await refusalOf(stranger.get(`/webhooks/${view.id}`))).toEqual([403, "FORBIDDEN"]);
      expect((await stranger.get("/webhooks")).body.data).toEqual([]);
    });

    it.each([
      [{}, "url"],
      [{ url: "http://receiver.example" }, "url"],
      [{ url: "https://10.0.0.1/" }, "url"],
      [{ url: "https://me@receiver.example/" }, "url"],
      [{ url: `https://receiver.example/${"a".repeat(2000)}` }, "url"],
      [{ url: "https://receiver.example", events: [] }, "events"],
      [{ url: "https://receiver.example", events: ["run.eaten"] }, "events.0"],
      [{ url: "https://receiver.example", events: Array.from({ length: 51 }, () => "*") }, "events"],
      [{ url: "https://receiver.example", description: "a".repeat(501) }, "description"],
      [{ url: "https://receiver.example", secret: "mine" }, "secret"],
    ])("is refused for %j", async (body, field) => {
      expect(await refusalOf(api.post("/webhooks", body))).toEqual([400, "VALIDATION", field]);
    });

    it("may go to this machine only where the deployment listens on loopback alone, also when it is changed or sent", async () => {
      const { id } = await create();
      await deployment.setEnvironment({ SERVICE_LOOPBACK_ONLY: null });
      const refused = [400, "VALIDATION", "url"];
      expect(await refusalOf(api.post("/webhooks", { url: receiver.url }))).toEqual(refused);
      expect(await refusalOf(api.put(`/webhooks/${id}`, { url: "https://localhost/" }))).toEqual(refused);
      await api.post(`/webhooks/${id}/test`);
      await expect
        .poll(async () => (await deliveriesOf(id))[0].attempts[0]?.error, waiting)
        .toMatch(/^It was not sent: /);
      await deployment.setEnvironment(environment);
      expect(receiver.received).toEqual([]);
    });

    it("needs its scopes", async () => {
      const { apiKey } = await createKey(deployment, project.projectId, ["webhooks:read", "runs:write"]);
      const reader = client(deployment, apiKey);
      expect((await reader.get("/webhooks")).status).toBe(200);
      const other = await createKey(deployment, project.projectId, ["runs:write"]);
      const denied = [403, "SCOPE_DENIED"];
      expect(await refusalOf(client(deployment, other.apiKey).get("/webhooks"))).toEqual(denied);
      expect(await refusalOf(reader.post("/webhooks", { url: receiver.url }))).toEqual(denied);
    });

    it("is one of at most twenty", async () => {
      for (let made = 0; made < 20; made++) await create({ isEnabled: false });
      expect(await refusalOf(api.post("/webhooks", { url: receiver.url }))).toEqual([409, "CONFLICT"]);
    });

    it("is not shown with its secret by a repeat of the request that made it", async () => {
      const headers = { "Idempotency-Key": "make it once" };
      expect((await api.post("/webhooks", { url: receiver.url }, headers)).status).toBe(201);
      expect((await api.post("/webhooks", { url: receiver.url }, headers)).status).toBe(409);
      expect((await api.get("/webhooks")).body.data).toHaveLength(1);
    });
  });

  describe("an event", () => {
    it("reaches each webhook that asks for it, signed as the svix library verifies, and no other", async () => {
      const all = await create();
      const some = await create({ events: ["run.*"] });
      const { id: issueId } = await makeIssue();
      const { id: runId } = await startRun(api);
      await job.call("run.updateStatus", { runId, status: "running" });
      await arrived(5);
      const ids = await eventIds();
      const messageIds = receiver.messages().map(({ id }) => id);
      expect(messageIds.toSorted()).toEqual([...ids, ...ids.slice(1)].toSorted());
      const message = receiver.messages().find(({ type }) => type === "issue.created");
      expect(message).toMatchObject({
        id: ids[0],
        timestamp: expect.stringMatching(/Z$/),
        data: { eventId: ids[0], subject: { type: "issue", id: issueId } },
      });
      expect(receiver.messages().filter(({ data }) => data.runId === runId)).toHaveLength(4);
      for (const each of receiver.received) {
        const fits = (secret: string) => {
          try {
            verifyWithSvix(each, secret);
            return true;
          } catch {
            return false;
          }
        };
        expect([all.secret, some.secret].filter(fits)).toHaveLength(1);
      }
      await expect.poll(async () => (await get(all.id)).lastDeliveryAt, waiting).not.toBeNull();
      const [newest] = await deliveriesOf(some.id);
      expect(newest).toEqual({
        id: expect.stringMatching(/^whd_/),
        _id: newest.id,
        webhookId: some.id,
        eventId: ids[2],
        eventType: "run.started",
        status: "succeeded",
        createdAt: expect.stringMatching(/Z$/),
        nextAttemptAt: null,
        attempts: [{ at: expect.stringMatching(/Z$/), statusCode: 204, durationMs: expect.any(Number), error: null }],
      });
      expect(await deliveriesOf(some.id, "status=failed")).toEqual([]);
      expect(await deliveriesOf(all.id, "status=succeeded&limit=2")).toHaveLength(2);
    });

    it("that happened before a webhook was made or enabled is not sent", async () => {
      await makeIssue("before");
      const { id } = await create({ isEnabled: false });
      await makeIssue("while disabled");
      await api.put(`/webhooks/${id}`, { isEnabled: true });
      await makeIssue("after");
      await arrived(1);
      expect(receiver.messages()[0]?.data["title"]).toBe("after");
    });

    const withLocation: Behaviour = (response) => response.writeHead(307, { Location: "/elsewhere" }).end();
    it.each([
      ["500", 500, 500, /answered 500/],
      ["a redirect, which is not followed", withLocation, 307, /redirect/],
      ["nothing", ((response) => response.destroy()) satisfies Behaviour, null, /could not be reached/],
    ])("is sent again under its id after an answer of %s", async (_, answer, statusCode, error) => {
      receiver.answers.unshift(answer);
      const { id } = await create();
      await makeIssue();
      await expect.poll(async () => (await get(id)).failingSince, waiting).not.toBeNull();
      const [failed] = await deliveriesOf(id, "status=pending");
      expect(failed.attempts).toEqual([
        { at: expect.any(String), statusCode, durationMs: expect.any(Number), error: expect.stringMatching(error) },
      ]);
      const waitMs = Date.parse(failed.nextAttemptAt) - Date.parse(failed.attempts[0].at);
      expect(waitMs).toBeGreaterThanOrEqual(5000);
      expect(waitMs).toBeLessThan(8000);
      await arrived(2);
      expect(new Set(receiver.messages().map((message) => message.id)).size).toBe(1);
      await expect.poll(async () => (await get(id)).failingSince, waiting).toBeNull();
      expect((await deliveriesOf(id))[0]).toMatchObject({ status: "succeeded", nextAttemptAt: null });
    });

    it("is not sent again before the receiver wants it, within an hour", async () => {
      const busy =
        (after: string): Behaviour =>
        (response) =>
          response.writeHead(503, { "Retry-After": after }).end();
      receiver.answers.unshift(busy("120"), busy("86400"));
      const { id } = await create();
      await makeIssue();
      await makeIssue();
      type Tried = { nextAttemptAt: string; attempts: { at: string }[] };
      const tried = async () => ((await deliveriesOf(id)) as Tried[]).filter(({ attempts }) => attempts.length === 1);
      await expect.poll(tried, waiting).toHaveLength(2);
      const minutes = (await tried())
        .map(({ nextAttemptAt, attempts }) => Date.parse(nextAttemptAt) - Date.parse(attempts[0]?.at ?? ""))
        .map((ms) => Math.floor(ms / 60_000))
        .toSorted((a, b) => a - b);
      expect(minutes).toEqual([2, 60]);
    });
  });

  describe("a receiver that answers 410", () => {
    it("is disabled at once, and everybody learns of it", async () => {
      receiver.answers.unshift(410);
      const { id } = await create({ events: ["issue.*"] });
      const other = await startReceiver();
      await create({ url: other.url, events: ["webhook.disabled"] });
      await makeIssue();
      await expect.poll(async () => (await get(id)).isEnabled, waiting).toBe(false);
      expect(await get(id)).toMatchObject({ disabledReason: "gone", isEnabled: false });
      expect(await deliveriesOf(id)).toMatchObject([{ status: "failed", nextAttemptAt: null }]);
      const subject = { type: "webhook", id };
      const told = () => other.messages().map(({ type, data }) => [type, data.subject]);
      await expect.poll(told, waiting).toEqual([["webhook.disabled", subject]]);
      await other.close();
      const inbox = (await api.get("/inbox")).body.data;
      expect(inbox).toMatchObject([{ kind: "webhook_disabled", subject, reason: expect.stringContaining("410") }]);
      expect((await api.get("/notifications")).body.data[0]).toMatchObject({ type: "webhook_disabled" });
      expect((await api.get("/audit-log?limit=1")).body.data[0]).toMatchObject({
        actor: { type: "system" },
        action: "webhooks.disable",
        subject,
      });
      expect(await refusalOf(api.post(`/webhooks/${id}/test`))).toEqual([409, "CONFLICT"]);
      await makeIssue("not sent");
      await api.put(`/webhooks/${id}`, { isEnabled: true });
      expect(await get(id)).toMatchObject({ disabledReason: null, isEnabled: true, failingSince: null });
      expect((await api.get("/inbox")).body.data).toEqual([]);
      await makeIssue("sent");
      await arrived(2);
      expect(receiver.messages()[1]?.data["title"]).toBe("sent");
    });
  });

  describe("people", () => {
    it("can send a test, whatever the webhook asks for; it is in no feed", async () => {
      const { id, secret } = await create({ events: ["merge.*"] });
      const { deliveryId } = await dataOf(api.post(`/webhooks/${id}/test`));
      await arrived(1);
      const subject = { type: "webhook", id };
      expect(receiver.messages()).toMatchObject([
        { id: deliveryId, type: "webhook.test", data: { eventId: deliveryId, subject } },
      ]);
      verifyWithSvix(receiver.received[0]!, secret);
      await expect.poll(async () => (await deliveriesOf(id))[0].status, waiting).toBe("succeeded");
      const [delivery] = await deliveriesOf(id);
      expect(delivery).toMatchObject({ id: deliveryId, eventId: deliveryId, eventType: "webhook.test" });
      expect(await eventIds()).toEqual([]);
    });

    it("can send a message again", async () => {
      const { id } = await create();
      await makeIssue();
      await expect.poll(async () => (await deliveriesOf(id))[0]?.status, waiting).toBe("succeeded");
      const [delivery] = await deliveriesOf(id);
      const retried = await dataOf(api.post(`/webhooks/${id}/deliveries/${delivery.id}/retry`));
      expect(retried).toMatchObject({ id: delivery.id, status: "pending", nextAttemptAt: expect.any(String) });
      await arrived(2);
      await expect.poll(async () => (await deliveriesOf(id))[0].attempts, waiting).toHaveLength(2);
      const { id: otherId } = await create();
      const elsewhere = api.post(`/webhooks/${otherId}/deliveries/${delivery.id}/retry`);
      expect(await refusalOf(elsewhere)).toEqual([404, "NOT_FOUND"]);
    });

    it("can have a span sent again, of which a webhook gets what it asks for", async () => {
      const from = new Date().toISOString();
      await makeIssue("one");
      await makeIssue("two");
      await startRun(api);
      const toMs = Date.now();
      const to = new Date(toMs).toISOString();
      // The span has its last millisecond.
      await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(toMs);
      await makeIssue("later");
      const { id } = await create({ events: ["issue.created"] });
      expect(await dataOf(api.post(`/webhooks/${id}/replay`, { from, to }))).toEqual({ count: 2 });
      await arrived(2);
      const titles = receiver.messages().map(({ data }) => String(data["title"]));
      expect(titles.toSorted()).toEqual(["one", "two"]);
      expect((await eventIds()).slice(0, 2).toSorted()).toEqual(
        receiver
          .messages()
          .map((each) => each.id)
          .toSorted(),
      );
      const nothing = { from: "2020-01-01T00:00:00Z", to: "2020-01-02T00:00:00Z" };
      expect(await dataOf(api.post(`/webhooks/${id}/replay`, nothing))).toEqual({ count: 0 });
    });

    it.each([
      [{}, "from"],
      [{ from: "2026-01-02T00:00:00Z", to: "2026-01-01T00:00:00Z" }, "to"],
      [{ from: "2026-01-01T00:00:00Z", to: "2026-01-08T00:00:01Z" }, "to"],
      [{ from: "yesterday", to: "2026-01-08T00:00:01Z" }, "from"],
    ])("cannot have %j sent again", async (span, field) => {
      const { id } = await create();
      expect(await refusalOf(api.post(`/webhooks/${id}/replay`, span))).toEqual([400, "VALIDATION", field]);
    });

    it("can change the secret: until the grace ends both verify, and then the new one alone", async () => {
      const { id, secret: former } = await create();
      const { secret, ...view } = await dataOf(api.post(`/webhooks/${id}/rotate-secret`, { graceSeconds: 3600 }));
      expect(secret).not.toBe(former);
      expect(Date.parse(view.formerSecretUntil) - Date.now()).toBeGreaterThan(3_500_000);
      await api.post(`/webhooks/${id}/test`);
      await arrived(1);
      const [both] = receiver.received;
      verifyWithSvix(both!, former);
      verifyWithSvix(both!, secret);
      const { secret: third } = await dataOf(api.post(`/webhooks/${id}/rotate-secret`, { graceSeconds: 0 }));
      await api.post(`/webhooks/${id}/test`);
      await arrived(2);
      const [, only] = receiver.received;
      verifyWithSvix(only!, third);
      expect(() => verifyWithSvix(only!, secret)).toThrow(/signature/i);
      expect(String(only?.headers["webhook-signature"]).split(" ")).toHaveLength(1);
    });

    it("can change the secret again within the grace: all whose grace is not over verify, at most five", async () => {
      const { id, secret } = await create();
      const secrets = [secret];
      for (let rotation = 0; rotation < 5; rotation++)
        secrets.push((await dataOf(api.post(`/webhooks/${id}/rotate-secret`))).secret);
      await api.post(`/webhooks/${id}/test`);
      await arrived(1);
      const [message] = receiver.received;
      for (const each of secrets.slice(1)) verifyWithSvix(message!, each);
      expect(() => verifyWithSvix(message!, secret)).toThrow(/signature/i);
    });

    it("cannot send a message again while the webhook is disabled", async () => {
      const { id } = await create();
      await makeIssue();
      await expect.poll(async () => (await deliveriesOf(id))[0]?.status, waiting).toBe("succeeded");
      const [delivery] = await deliveriesOf(id);
      await dataOf(api.put(`/webhooks/${id}`, { isEnabled: false }));
      const retry = () => api.post(`/webhooks/${id}/deliveries/${delivery.id}/retry`);
      expect(await refusalOf(retry())).toEqual([409, "CONFLICT"]);
      expect((await deliveriesOf(id))[0].status).toBe("succeeded");
      await dataOf(api.put(`/webhooks/${id}`, { isEnabled: true }));
      expect(await dataOf(retry())).toMatchObject({ status: "pending" });
    });

    it("can change and delete a webhook; nothing more is sent then", async () => {
      const { id } = await create();
      const url = "https://receiver.example/other";
      const changes = { url, events: ["run.*"], description: "Runs", isEnabled: false };
      expect(await dataOf(api.put(`/webhooks/${id}`, changes))).toMatchObject({ id, ...changes, disabledReason: null });
      expect(await dataOf(api.put(`/webhooks/${id}`, { description: null }))).toMatchObject({ url, description: null });
      expect(await dataOf(api.delete(`/webhooks/${id}`))).toMatchObject({ id, deleted: true });
      expect(await refusalOf(api.get(`/webhooks/${id}`))).toEqual([404, "NOT_FOUND"]);
      expect((await api.get("/audit-log?limit=1")).body.data[0]).toMatchObject({ action: "webhooks.delete" });
    });
  });
});
