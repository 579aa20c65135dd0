// Prepares a service for the mixed load: a project with its owner, a key, a workflow and the runner's secret.
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import type { Deployment } from "../support/deployment";
import type { RunningEngine } from "../support/engine";
import { callbackOf, callbackWith, client, createProject, createWorkflow, dataOf } from "../support/fixtures";
import type { OwnConnections } from "../support/ownConnections";
import type { SoakWorld } from "./soakLoad";

const email = "owner@example.com";

type Addresses = Pick<RunningEngine, "httpUrl" | "socketUrl" | "adminKey">;

export async function prepareSoak(
  engine: Addresses,
  deployment: Deployment,
  connections: OwnConnections,
): Promise<SoakWorld> {
  await deployment.setEnvironment({ IDP_ISSUER: engine.socketUrl, IDP_APPLICATION_ID: "switchyard-development" });
  await callbackOf(deployment);
  const { projectId, apiKey } = await createProject(deployment);
  const own = { fetch: (path: string, init?: RequestInit) => connections.fetch(engine.httpUrl + path, init) };
  const rest = client(own, apiKey);
  await dataOf(rest.post("/project/members/invite", { email, role: "owner" }));
  const token = await tokenOf(engine);
  const owner = new ConvexHttpClient(engine.socketUrl, { logger: false });
  owner.setAuth(token);
  await owner.mutation(api.users.dashboard.signIn, {});
  const workflowId = await createWorkflow(rest);
  return { engine, connections, projectId, apiKey, rest, runner: callbackWith(own), workflowId, token };
}

async function tokenOf({ socketUrl, adminKey }: Addresses): Promise<string> {
  const signedIn = await fetch(`${socketUrl}/api/development/sign_in`, {
    method: "POST",
    headers: { Authorization: `Convex ${adminKey}`, "Content-Type": "application/json" },
    body: JSON.stringify({ email }),
  });
  return ((await signedIn.json()) as { token: string }).token;
}
