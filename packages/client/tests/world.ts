// A project of the shared engine, behind the proxy that fails.
import { afterAll, beforeAll } from "vitest";
import { engineDeployment } from "../../../tests/support/engineDeployment";
import { client, createProject, createWorkflow, runner } from "../../../tests/support/fixtures";
import { sharedEngine } from "../../../tests/support/engineDeployment";
import { startFaultyProxy } from "./faultyProxy";
import type { FaultyProxy } from "./faultyProxy";
import type { World } from "./suite";

/** Must be called where tests are declared. The world is there when they begin. */
export function faultyWorld(): () => World {
  const deployment = engineDeployment();
  const job = runner(deployment);
  let proxy: FaultyProxy;
  let world: World;
  beforeAll(async () => {
    proxy = await startFaultyProxy((await sharedEngine()).httpUrl, job);
    const { apiKey } = await createProject(deployment);
    const workflowId = await createWorkflow(client(deployment, apiKey));
    world = { url: proxy.url, apiKey, workflowId };
  });
  afterAll(() => proxy.end());
  return () => world;
}
