// `switchyard webhooks listen`, with a receiver on this machine.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhooks } from "../../packages/client/src/index";
import { client, createProject, dataOf, startRun } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { startReceiver, verifyWithSvix } from "../support/receiver";
import type { Receiver } from "../support/receiver";
import { switchyard } from "./inProcess";

describe("webhooks listen", () => {
  const deployment = inProcess();
  let key: string;
  let api: Client;
  let receiver: Receiver;
  beforeAll(async () => {
    ({ apiKey: key } = await createProject(deployment));
    api = client(deployment, key);
    receiver = await startReceiver();
  });
  afterAll(async () => await receiver.close());

  const makeIssue = (title: string) => dataOf(api.post("/issues/create", { title }));

  it("sends what happens from now on, of the types that are asked for, signed with the secret that it prints", async () => {
    await makeIssue("before");
    receiver.answers.unshift(500);
    const pressed = new AbortController();
    const told = { stdout: "", stderr: "" };
    const line = `webhooks listen --forward ${receiver.url} --events issue.*`;
    const ended = switchyard({ deployment, key, signal: pressed.signal, told }, line);
    await expect.poll(() => told.stdout).toMatch(/^whsec_\S+\n/);
    // The command has a place in the feed once it waits there.
    const waiting = { timeout: 20_000, interval: 300 };
    await expect
      .poll(async () => {
        if (receiver.received.length === 0) await makeIssue("after");
        return receiver.received.length;
      }, waiting)
      .toBeGreaterThan(0);
    await startRun(api);
    await makeIssue("last");
    const titles = () => receiver.messages().map(({ data }) => data["title"]);
    await expect.poll(() => titles().at(-1), waiting).toBe("last");
    pressed.abort();
    expect(await ended).toMatchObject({ code: 0, stderr: expect.stringContaining(receiver.url) });
    expect(titles()).not.toContain("before");
    expect(new Set(receiver.messages().map(({ type }) => type))).toEqual(new Set(["issue.created"]));
    const [secret = ""] = told.stdout.split("\n");
    for (const received of receiver.received) {
      verifyWithSvix(received, secret);
      const headers = received.headers as Record<string, string>;
      expect((await webhooks.verify(received.body, headers, secret)).id).toMatch(/^ev_/);
    }
    expect(told.stdout).toMatch(/issue\.created {2}ev_\w+ {2}500\n[^]*issue\.created {2}ev_\w+ {2}204\n$/);
  });

  it.each(["", " --forward nowhere"])("says what is missing: %j", async (options) => {
    const { code, stderr } = await switchyard({ deployment, key }, `webhooks listen${options}`);
    expect(code).toBe(2);
    expect(stderr).toContain("--forward http://127.0.0.1:3000/hook");
  });
});
