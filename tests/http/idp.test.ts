import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Doc } from "../../convex/_generated/dataModel";
import { describeEverywhere } from "../support/deployment";
import { bearer, createKey } from "../support/fixtures";
import {
  signedHeaders,
  deliver,
  accept,
  userEvent,
  deletion,
  address,
  createProject,
  statusFor,
  withSecret,
} from "../support/idp";
import { inProcess } from "../support/inProcess";

describeEverywhere((deployment) => {
  withSecret(deployment);

  describe("POST /idp/webhook", () => {
    it("200 { received: true } with a request id, also for a type that has no effect", async () => {
      for (const body of [userEvent("created", randomUUID(), address()), { type: "x", object: "event", data: {} }]) {
        const response = await deliver(deployment, { body });
        expect(response.status).toBe(200);
        expect(await response.json()).toEqual({ received: true });
        expect(response.headers.get("X-Request-ID")).toMatch(/^[0-9a-f-]{36}$/);
      }
    });

    it.each<[string, Record<string, string>]>([
      ["an id that was not signed", { "hook-id": "other" }],
      ["a timestamp that was not signed", { "hook-timestamp": String(Math.floor(Date.now() / 1000) - 1) }],
      ["a timestamp that is not a number", { "hook-timestamp": "now" }],
      ["an empty id", { "hook-id": "" }],
      ["an empty timestamp", { "hook-timestamp": "" }],
      ["an empty signature", { "hook-signature": "" }],
      ["a signature without a version", { "hook-signature": "AAAA" }],
      ["a signature of another version", { "hook-signature": "v2,AAAA" }],
      ["another signature", { "hook-signature": `v1,${"A".repeat(43)}=` }],
    ])("401 AUTH_INVALID for %s, and the user stays unknown", async (_what, headers) => {
      const email = address();
      const { apiKey } = await createProject(deployment, email);
      const response = await deliver(
        deployment,
        { body: deletion("x", { email_addresses: [{ id: "a", email_address: email }] }) },
        headers,
      );
      expect(response.status).toBe(401);
      const { error } = await response.json();
      expect(error).toMatchObject({ code: "AUTH_INVALID", requestId: response.headers.get("X-Request-ID") });
      expect(response.headers.has("WWW-Authenticate")).toBe(false);
      expect(await statusFor(deployment, apiKey)).toBe(200);
    });

    it("401 AUTH_INVALID without the headers, before the body is looked at", async () => {
      const response = await deployment.fetch("/idp/webhook", { method: "POST", body: "no json" });
      expect(response.status).toBe(401);
      expect((await response.json()).error.code).toBe("AUTH_INVALID");
    });

    it("401 AUTH_INVALID for a body that was changed on the way", async () => {
      const seconds = Math.floor(Date.now() / 1000);
      const response = await deployment.fetch("/idp/webhook", {
        method: "POST",
        headers: signedHeaders("id", seconds, JSON.stringify(deletion("a"))),
        body: JSON.stringify(deletion("b")),
      });
      expect(response.status).toBe(401);
    });

    it("401 AUTH_INVALID for bytes that are not UTF-8, which the library does not sign", async () => {
      const body = Buffer.from('{"type":"\xff"}', "latin1");
      const response = await deliver(deployment, { body });
      expect(response.status).toBe(401);
      expect((await response.json()).error.code).toBe("AUTH_INVALID");
    });

    it("200 for JSON behind a byte order mark", async () => {
      const body = `\ufeff${JSON.stringify({ type: "x", object: "event", data: {} })}`;
      expect((await deliver(deployment, { body })).status).toBe(200);
    });

    it.each([-310, 310])("401 AUTH_INVALID for a timestamp %i seconds from now, rightly signed", async (offset) => {
      const seconds = Math.floor(Date.now() / 1000) + offset;
      expect((await deliver(deployment, { seconds, body: deletion("x") })).status).toBe(401);
    });

    it.each([-290, 290])("200 for a timestamp %i seconds from now", async (offset) => {
      const seconds = Math.floor(Date.now() / 1000) + offset;
      expect((await deliver(deployment, { seconds, body: deletion("x") })).status).toBe(200);
    });

    it("200 when one of several signatures is right", async () => {
      const id = randomUUID();
      const seconds = Math.floor(Date.now() / 1000);
      const body = JSON.stringify(deletion(randomUUID()));
      const headers = signedHeaders(id, seconds, body);
      const response = await deployment.fetch("/idp/webhook", {
        method: "POST",
        headers: { ...headers, "hook-signature": `v2,AAAA v1,AAAA ${headers["hook-signature"]}` },
        body,
      });
      expect(response.status).toBe(200);
    });

    it.each<[string, string, unknown]>([
      ["body", "no JSON", "type=user.deleted"],
      ["body", "nothing", ""],
      ["body", "a list", []],
      ["body", "null", null],
      ["body", "a lone surrogate", String.raw`{"type":"user.deleted","object":"event","data":{"id":"\ud800"}}`],
      ["type", "no type", { object: "event", data: {} }],
      ["type", "a type that is not a text", { type: 5, object: "event", data: {} }],
      ["object", "another object", { type: "user.deleted", object: "user", data: { id: "x" } }],
      ["data", "no data", { type: "x", object: "event" }],
      ["data", "data that are not an object", { type: "user.deleted", object: "event", data: "x" }],
      ["data.id", "no id", { type: "user.deleted", object: "event", data: {} }],
      ["data.id", "an empty id", deletion("")],
      ["data.email_addresses", "no addresses", { type: "user.created", object: "event", data: { id: "x" } }],
      ["data.email_addresses.0.email_address", "a number for an address", userEvent("updated", "x", 5 as never)],
      ["data.first_name", "a number for a name", userEvent("created", "x", address(), { first_name: 5 })],
    ])("400 VALIDATION with field %s for %s", async (field, _what, body) => {
      const response = await deliver(deployment, { body });
      expect(response.status).toBe(400);
      const { error } = await response.json();
      expect(error).toMatchObject({ code: "VALIDATION", field, requestId: response.headers.get("X-Request-ID") });
    });

    it("200 for an event in which somebody has put a field __proto__", async () => {
      const { data, ...event } = userEvent("created", randomUUID(), address());
      const unsafe_metadata: unknown = JSON.parse('{"__proto__":{"id":"x"}}');
      expect((await deliver(deployment, { body: { ...event, data: { ...data, unsafe_metadata } } })).status).toBe(200);
    });

    it("400 VALIDATION with field body for more than 1 MiB", async () => {
      const response = await deliver(deployment, { body: " ".repeat(1024 * 1024 + 1) });
      expect(response.status).toBe(400);
      expect((await response.json()).error).toMatchObject({ code: "VALIDATION", field: "body" });
    });

    it("401 for a large body that is not signed", async () => {
      const body = " ".repeat(1024 * 1024 + 1);
      expect((await deployment.fetch("/idp/webhook", { method: "POST", body })).status).toBe(401);
      expect((await deliver(deployment, { body }, { "hook-signature": "v1,AAAA" })).status).toBe(401);
    });

    it.each(["GET", "PUT", "DELETE"])("404 NOT_FOUND for %s", async (method) => {
      const response = await deployment.fetch("/idp/webhook", { method });
      expect(response.status).toBe(404);
      expect((await response.json()).error.code).toBe("NOT_FOUND");
    });
  });

  describe("a user whom the provider reports", () => {
    it("is the existing user with that address, in any case of letters, also after the address changes", async () => {
      const [before, after, idpUserId] = [address(), address(), randomUUID()];
      const { userId } = await createProject(deployment, before);
      await accept(deployment, { body: userEvent("created", idpUserId, before.toUpperCase()) });
      await accept(deployment, { body: userEvent("updated", idpUserId, after) });
      expect((await createProject(deployment, after)).userId).toBe(userId);
      expect((await createProject(deployment, before)).userId).not.toBe(userId);
    });

    it("is one user for any number of messages, sent at once", async () => {
      const [email, idpUserId] = [address(), randomUUID()];
      const messages = Array.from({ length: 8 }, () =>
        accept(deployment, { body: userEvent("updated", idpUserId, email) }),
      );
      await Promise.all(messages);
      const made = await Promise.all([createProject(deployment, email), createProject(deployment, email)]);
      expect(new Set(made.map(({ userId }) => userId)).size).toBe(1);
    });
  });

  describe("a user that the provider deletes", () => {
    it.each(["created", "updated"] as const)("is not made again by a late user.%s", async (type) => {
      const [email, idpUserId] = [address(), randomUUID()];
      await accept(deployment, { body: userEvent("created", idpUserId, email) });
      await accept(deployment, { body: deletion(idpUserId) });
      await accept(deployment, { body: userEvent(type, idpUserId, email) });
      // If the user had been made again, their address would belong to another account, and the deletion below would
      // not match the owner of this project.
      const { apiKey } = await createProject(deployment, email);
      await accept(deployment, {
        body: deletion(randomUUID(), { email_addresses: [{ id: "a", email_address: email }] }),
      });
      expect(await statusFor(deployment, apiKey)).toBe(401);
    });

    it("is deleted with the projects that have no other member: their keys are refused from then on", async () => {
      const [email, idpUserId] = [address(), randomUUID()];
      const { apiKey, projectId } = await createProject(deployment, email);
      const second = await createKey(deployment, projectId, ["project:read"]);
      const other = await createProject(deployment, address());
      await accept(deployment, { body: userEvent("created", idpUserId, email) });
      expect(await statusFor(deployment, apiKey)).toBe(200);
      await accept(deployment, { body: deletion(idpUserId) });
      for (const key of [apiKey, second.apiKey]) {
        const response = await deployment.fetch("/api/v1/project", { headers: bearer(key) });
        expect(response.status).toBe(401);
        expect((await response.json()).error.code).toBe("AUTH_INVALID");
      }
      expect(await statusFor(deployment, other.apiKey)).toBe(200);
    });

    it("leaves a shared project to its admin, and leaves no invitation of their own", async () => {
      const [email, heir, idpUserId] = [address(), address(), randomUUID()];
      const [own, theirs] = await Promise.all([createProject(deployment, email), createProject(deployment, heir)]);
      const members = async (apiKey: string) => {
        const response = await deployment.fetch("/api/v1/project/members", { headers: bearer(apiKey) });
        return (await response.json()).data.map((member: { userId: string; role: string }) => [
          member.userId,
          member.role,
        ]);
      };
      const invite = (apiKey: string, invited: string, role: string) =>
        deployment.fetch("/api/v1/project/members/invite", {
          method: "POST",
          headers: bearer(apiKey),
          body: JSON.stringify({ email: invited, role }),
        });
      const before = address();
      expect((await invite(theirs.apiKey, before, "member")).status).toBe(200);
      expect((await invite(own.apiKey, heir, "admin")).status).toBe(200);
      await accept(deployment, { body: userEvent("created", idpUserId, email) });
      await accept(deployment, { body: userEvent("updated", idpUserId, before) });
      await accept(deployment, { body: deletion(idpUserId) });
      expect(await statusFor(deployment, own.apiKey)).toBe(401);
      const { apiKey } = await createKey(deployment, own.projectId, ["*"]);
      expect(await members(apiKey)).toEqual([[theirs.userId, "owner"]]);
      expect(await members(theirs.apiKey)).toEqual([[theirs.userId, "owner"]]);
    });

    it("is found by the address if the provider has not reported the user before", async () => {
      const email = address();
      const { apiKey } = await createProject(deployment, email);
      const email_addresses = [{ id: "a", email_address: email.toUpperCase() }];
      await accept(deployment, { body: deletion(randomUUID(), { email_addresses }) });
      expect(await statusFor(deployment, apiKey)).toBe(401);
    });

    it("is not the other user who has the address now", async () => {
      const email = address();
      const { apiKey } = await createProject(deployment, email);
      await accept(deployment, { body: userEvent("created", randomUUID(), email) });
      const email_addresses = [{ id: "a", email_address: email }];
      await accept(deployment, { body: deletion(randomUUID(), { email_addresses }) });
      expect(await statusFor(deployment, apiKey)).toBe(200);
    });

    it("is deleted once: the same message again does not delete a new user with that address", async () => {
      const email = address();
      const id = randomUUID();
      const email_addresses = [{ id: "a", email_address: email }];
      await createProject(deployment, email);
      await accept(deployment, { id, body: deletion("x", { email_addresses }) });
      const { apiKey } = await createProject(deployment, email);
      await accept(deployment, { id, body: deletion("x", { email_addresses }) });
      expect(await statusFor(deployment, apiKey)).toBe(200);
    });
  });
});

describe("POST /idp/webhook without a usable secret", () => {
  const deployment = inProcess();
  afterAll(() => deployment.setEnvironment({ IDP_WEBHOOK_SECRET: null }));

  it.each([null, "", "whsec_", "whsec_no base64"])("401 for every message when it is %j", async (unusable) => {
    await deployment.setEnvironment({ IDP_WEBHOOK_SECRET: unusable });
    expect((await deliver(deployment, { body: deletion("x") })).status).toBe(401);
    expect((await deployment.fetch("/idp/webhook", { method: "POST" })).status).toBe(401);
  });
});

describe("the rows that a message changes", () => {
  const deployment = inProcess();
  withSecret(deployment);
  let before: Awaited<ReturnType<typeof deployment.documents>>;
  beforeEach(async () => {
    await createProject(deployment, address());
    before = await deployment.documents();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Returns the rows of a table that were not there before. */
  async function newRows(table: string): Promise<unknown[]> {
    const known = before[table] ?? [];
    return ((await deployment.documents())[table] ?? []).filter(
      (row) => !known.some((other) => JSON.stringify(other) === JSON.stringify(row)),
    );
  }

  it("are a new user, with the primary address folded and the names joined, and the note of the message", async () => {
    const idpUserId = randomUUID();
    const email_addresses = [
      { id: "idn_1", email_address: "second@example.com" },
      { id: "idn_2", email_address: " Ada@Example.COM " },
    ];
    const more = { email_addresses, primary_email_address_id: "idn_2", first_name: " Ada ", last_name: "Lovelace" };
    await accept(deployment, { id: idpUserId, body: userEvent("created", idpUserId, "", more) });
    expect(await newRows("users")).toMatchObject([{ idpUserId, email: "ada@example.com", name: "Ada Lovelace" }]);
    const { users: _users, idpMessages: _messages, ...others } = await deployment.documents();
    expect({ ...before, ...others }).toEqual(before);
    expect(await newRows("idpMessages")).toHaveLength(1);
  });

  it("do not make somebody a user by an address that they have entered but not proved", async () => {
    const email = address();
    await createProject(deployment, email);
    const email_addresses = [{ id: "a", email_address: email, verification: { status: "unverified" } }];
    await accept(deployment, { body: userEvent("created", randomUUID(), "", { email_addresses }) });
    const users = (await newRows("users")) as Doc<"users">[];
    expect(users.map((user) => [user.email, user.idpUserId])).toEqual([[email, undefined]]);
  });

  it("are the name and the address of the user, and a name that was removed is removed", async () => {
    const [idpUserId, email] = [randomUUID(), address()];
    await accept(deployment, { body: userEvent("created", idpUserId, address(), { first_name: "Ada" }) });
    await accept(deployment, { body: userEvent("updated", idpUserId, email, { first_name: null, last_name: "" }) });
    const [user] = (await newRows("users")) as Doc<"users">[];
    expect(user).toMatchObject({ idpUserId, email });
    expect(user).not.toHaveProperty("name");
  });

  it("are the latest name and address if messages say since when they apply, whichever message comes last", async () => {
    const [idpUserId, email] = [randomUUID(), address()];
    const tell = (email: string, first_name: string, updated_at?: unknown) =>
      accept(deployment, { body: userEvent("updated", idpUserId, email, { first_name, updated_at }) });
    const shown = async () => {
      const [user] = (await newRows("users")) as Doc<"users">[];
      return [user?.email, user?.name];
    };
    await tell(email, "New", 2000);
    await tell(address(), "Old", 1999);
    expect(await shown()).toEqual([email, "New"]);
    await tell(email, "At the same time", 2000);
    expect(await shown()).toEqual([email, "At the same time"]);
    await tell(email, "Undated");
    await tell(email, "Dated in words", "2026-11-21T00:00:00Z");
    expect(await shown()).toEqual([email, "Dated in words"]);
    await tell(email, "Still old", 1999);
    expect(await shown()).toEqual([email, "Dated in words"]);
  });

  it("leave an address with the user who has it; a person without an address is not made a user", async () => {
    const [idpUserId, taken, own] = [randomUUID(), address(), address()];
    await createProject(deployment, taken);
    await accept(deployment, { body: userEvent("created", idpUserId, own) });
    await accept(deployment, { body: userEvent("updated", idpUserId, taken, { first_name: "Ada" }) });
    await accept(deployment, { body: userEvent("created", randomUUID(), "", { email_addresses: [] }) });
    const users = (await newRows("users")) as Doc<"users">[];
    expect(users.map(({ email, name }) => ({ email, name }))).toEqual([
      { email: taken, name: undefined },
      { email: own, name: "Ada" },
    ]);
  });

  it("are none for a repeated message, and for a type without an effect", async () => {
    const delivery = { id: randomUUID(), body: userEvent("created", randomUUID(), address()) };
    await accept(deployment, delivery);
    const after = await deployment.documents();
    await accept(deployment, delivery);
    await accept(deployment, { ...delivery, body: deletion(delivery.body.data.id) });
    await accept(deployment, { body: { type: "session.created", object: "event", data: {} } });
    expect(await deployment.documents()).toEqual(after);
  });

  it("are not a user if the message about the deletion came first", async () => {
    const idpUserId = randomUUID();
    await accept(deployment, { body: deletion(idpUserId) });
    await accept(deployment, { body: userEvent("created", idpUserId, address()) });
    await accept(deployment, { body: deletion(idpUserId) });
    expect(await newRows("users")).toEqual([]);
    expect(await newRows("idpDepartures")).toMatchObject([{ idpUserId }]);
  });

  it("are none when the message is refused", async () => {
    await deliver(deployment, { body: userEvent("created", "x", address()) }, { "hook-signature": "v1,AAAA" });
    await deliver(deployment, { body: deletion("") });
    expect(await deployment.documents()).toEqual(before);
  });

  it("include the records of messages that are older than a week, which are deleted", async () => {
    const receive = () => accept(deployment, { body: deletion(randomUUID()) });
    const countNotes = async () => ((await deployment.documents())["idpMessages"] ?? []).length;
    const startedAt = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: startedAt });
    const found = await countNotes();
    for (let count = 0; count < 6; count++) await receive();
    vi.setSystemTime(startedAt + 6 * 24 * 60 * 60 * 1000);
    await receive();
    expect(await countNotes()).toBe(found + 7);
    vi.setSystemTime(startedAt + 7.5 * 24 * 60 * 60 * 1000);
    for (let count = 0; count < found + 6; count++) await receive();
    expect(await countNotes()).toBe(1 + found + 6);
  });
});
