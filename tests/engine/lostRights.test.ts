// What is open when a person loses a right: an event stream and a waiting request with their key, and live queries with
// their token. All of it ends with the refusal that a new request would get, and shows nothing of what happens
// afterwards. New requests are in tests/dashboard/lostRights.test.ts.
import { ConvexClient } from "convex/browser";
import { ConvexError } from "convex/values";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { api, internal } from "../../convex/_generated/api";
import { rootDirectory } from "../../scripts/settings";
import type { Deployment } from "../support/deployment";
import { startEngine } from "../support/engine";
import type { RunningEngine } from "../support/engine";
import { deploymentOn } from "../support/engineDeployment";
import { eventsOf } from "../support/eventStream";
import { bearer, callbackOf, client, dataOf, startRun } from "../support/fixtures";
import type { Runner } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";

let engine: RunningEngine;
let deployment: Deployment;
let job: Runner;
beforeAll(async () => {
  engine = await startEngine({ appDir: rootDirectory });
  deployment = deploymentOn(() => engine);
  await deployment.setEnvironment({ IDP_ISSUER: engine.socketUrl, IDP_APPLICATION_ID: "switchyard-development" });
  job = await callbackOf(deployment);
});
afterAll(() => engine.kill());

interface World {
  projectId: string;
  /** A REST client with a key of the other owner. */
  rest: ReturnType<typeof client>;
  email: string;
  userId: string;
  eve: ConvexClient;
  key: { id: string; key: string };
  /** A key that was made with Eve's key. The stream and the waiting request use it. */
  child: { id: string; key: string };
  runId: string;
}

async function makeWorld(): Promise<World> {
  const email = `${randomUUID()}@example.com`;
  const { projectId, apiKey } = await deployment.action(internal.admin.projects.create, { name: "Demo" });
  const rest = client(deployment, apiKey);
  await dataOf(rest.post("/project/members/invite", { email, role: "owner" }));
  const eve = await signIn(email);
  const { id: userId } = await eve.mutation(api.users.dashboard.signIn, {});
  const key = await eve.action(api.apiKeys.dashboard.generate, { projectId, name: "All" });
  const child = await dataOf(client(deployment, key.key).post("/project/api-keys/generate", { name: "Made" }));
  return { projectId, rest, email, userId, eve, key, child, runId: (await startRun(rest)).id };
}

async function signIn(email: string): Promise<ConvexClient> {
  const signedIn = await fetch(`${engine.socketUrl}/api/development/sign_in`, {
    method: "POST",
    headers: { Authorization: `Convex ${engine.adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  const { token } = (await signedIn.json()) as { token: string };
  const webSocketConstructor = WebSocket as unknown as typeof globalThis.WebSocket;
  const connected = new ConvexClient(engine.socketUrl, { webSocketConstructor, logger: false });
  connected.setAuth(async () => token);
  onTestFinished(() => connected.close());
  return connected;
}

/** The events that a follower of a run has received, and the refusal that ended it. */
interface Followed {
  labels: string[];
  code: string | null;
}

/** Follows a run as a stream. `begun` resolves with the first event, `ended` when the stream ends. */
function followStream({ runId, child }: World): { begun: Promise<void>; ended: Promise<Followed> } {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const follow = async (): Promise<Followed> => {
    const headers = { ...bearer(child.key), Accept: "text/event-stream" };
    const labels: string[] = [];
    let code: string | null = null;
    for await (const { event, data } of eventsOf(
      await deployment.fetch(`/api/v1/runs/events?id=${runId}`, { headers }),
    )) {
      begin();
      if (event === "refused") code = data.error.code;
      else labels.push(data.data?.label ?? event);
    }
    return { labels, code };
  };
  return { begun, ended: follow() };
}

/** Waits for an event after the first one. Returns the refusal, or "not refused". */
async function waitForEvent({ runId, child }: World): Promise<string> {
  const answer = await client(deployment, child.key).get(`/runs/events?id=${runId}&after=1&wait=25`);
  return answer.status === 200 ? "not refused" : `${answer.status} ${answer.body.error.code}`;
}

/** Returns a function that returns the last state of a live query: the code of a refusal, or "not refused". */
function watch(world: World, query: "project" | "keys"): () => string | null {
  const { eve, projectId } = world;
  let shown: string | null = null;
  const onResult = () => {
    shown = "not refused";
  };
  const onError = (error: Error) => {
    shown = error instanceof ConvexError ? (error.data as { code: string }).code : String(error);
  };
  const paginationOpts = { numItems: 5, cursor: null };
  if (query === "project") eve.onUpdate(api.project.dashboard.get, { projectId }, onResult, onError);
  else eve.onUpdate(api.apiKeys.dashboard.list, { projectId, paginationOpts }, onResult, onError);
  return () => shown;
}

interface Loss {
  how: string;
  lose: (world: World) => Promise<unknown>;
  open: { waiting: string; followed: Followed };
  project: string;
  keys: string;
}

const still = "not refused";
/** Everything that was opened with the key ends. */
const cut: Loss["open"] = {
  waiting: "401 AUTH_INVALID",
  followed: { labels: ["run.created"], code: "AUTH_INVALID" },
};
const whole: Loss["open"] = { waiting: still, followed: { labels: expect.arrayContaining(["Report"]), code: null } };

const losses: Loss[] = [
  {
    how: "removed",
    lose: ({ rest, userId }) => dataOf(rest.post("/project/members/remove", { targetUserId: userId })),
    open: cut,
    project: "NOT_FOUND",
    keys: "NOT_FOUND",
  },
  {
    how: "demoted to member",
    lose: ({ rest, userId }) =>
      dataOf(rest.post("/project/members/update-role", { targetUserId: userId, role: "member" })),
    open: whole,
    project: still,
    keys: "FORBIDDEN",
  },
  {
    how: "deleted at the identity provider",
    lose: ({ email }) =>
      deployment.mutation(internal.idp.endpoints.applyEvent, {
        messageId: randomUUID(),
        event: { kind: "deleted", idpUserId: email, email },
      }),
    open: cut,
    project: "AUTH_INVALID",
    keys: "AUTH_INVALID",
  },
  {
    how: "the key revoked",
    lose: ({ rest, child }) => dataOf(rest.post("/project/api-keys/revoke", { keyId: child.id })),
    open: cut,
    project: still,
    keys: still,
  },
  {
    how: "the key that made it revoked",
    lose: ({ rest, key }) => dataOf(rest.post("/project/api-keys/revoke", { keyId: key.id })),
    open: cut,
    project: still,
    keys: still,
  },
  {
    how: "the project deleted",
    lose: ({ rest }) => dataOf(rest.post("/project/delete")),
    open: cut,
    project: "NOT_FOUND",
    keys: "NOT_FOUND",
  },
];

describe.each(losses)("$how", ({ lose, open, project, keys }) => {
  it("ends the open requests that it must end, and the others continue", async () => {
    const world = await makeWorld();
    const { begun, ended } = followStream(world);
    await begun;
    const waiting = waitForEvent(world);
    const [shownProject, shownKeys] = [watch(world, "project"), watch(world, "keys")];
    await expect.poll(() => [shownProject(), shownKeys()]).toEqual([still, still]);

    await lose(world);
    const lostAtMs = Date.now();
    const { runId } = world;
    // A deleted project has no followers, so it does not matter whether its runs still accept reports.
    await job.call("run.updateProgress", { runId, progress: "Report" }).catch(() => {});
    await job.call("run.updateStatus", { runId, status: "completed" }).catch(() => {});
    await expect.poll(() => [shownProject(), shownKeys()]).toEqual([project, keys]);
    expect({ waiting: await waiting, followed: await ended }).toEqual(open);
    // Followers check their rights at least once a second. A busy machine needs longer.
    expectWithin(10_000, Date.now() - lostAtMs, "milliseconds until all had ended");
  });
});
