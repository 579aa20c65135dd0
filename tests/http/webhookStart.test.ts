// From which event on a webhook gets what happens. Webhooks follow the feed together and a little later, so here the
// feed is put back to where it was, as if nobody had followed it yet.
import { afterAll, beforeAll, expect, it } from "vitest";
import { client, createProject, dataOf, encryptionKey } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";
import { startReceiver } from "../support/receiver";
import type { Receiver } from "../support/receiver";

const deployment = inProcess();
let api: Client;
let receiver: Receiver;
beforeAll(async () => {
  await deployment.setEnvironment({ PROVIDER_KEY_ENCRYPTION_KEY: encryptionKey, SERVICE_LOOPBACK_ONLY: "on" });
  api = client(deployment, (await createProject(deployment)).apiKey);
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const create = async () => (await dataOf(api.post("/webhooks", { url: receiver.url, events: ["issue.created"] }))).id;
const isEnabled = (id: string, value: boolean) => dataOf(api.put(`/webhooks/${id}`, { isEnabled: value }));

async function happens(title: string): Promise<void> {
  await dataOf(api.post("/issues/create", { title }));
  await deployment.settled();
}

/** Does the work where the feed has not been followed since before what happened, and then something else happens. */
async function beforeItIsFollowed(work: () => Promise<unknown>): Promise<void> {
  const feed = () => deployment.run(async (ctx) => (await ctx.db.query("webhookFeeds").unique())!);
  const { _id, commitTs, createdAt } = await feed();
  await happens("before");
  await deployment.run((ctx) => ctx.db.patch("webhookFeeds", _id, { commitTs, createdAt }));
  await work();
  await happens("after");
  receiver.received.length = 0;
}

async function titlesFor(id: string): Promise<unknown[]> {
  const sent: { eventId: string }[] = (await api.get(`/webhooks/${id}/deliveries`)).body.data;
  const events: { id: string; data: { title: string } }[] = (await api.get("/events?limit=100")).body.data;
  return sent.map(({ eventId }) => events.find((event) => event.id === eventId)?.data.title);
}

it("a webhook gets what happens after it was made, or enabled again", async () => {
  const first = await create();
  const made = { id: "" };
  await beforeItIsFollowed(async () => (made.id = await create()));
  expect(await titlesFor(first)).toContain("before");
  expect(await titlesFor(made.id)).toEqual(["after"]);
  await isEnabled(made.id, false);
  await beforeItIsFollowed(() => isEnabled(made.id, true));
  expect(await titlesFor(made.id)).toEqual(["after", "after"]);
});
