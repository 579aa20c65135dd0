// Queued jobs are announced to a server on this machine, which plays the runner.
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "svix";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { engineDeployment } from "../support/engineDeployment";
import { client, createProject, createWorkflow, dataOf, runner } from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { expectWithin } from "../support/measuredLimit";
import { signedHeaders } from "../support/webhook";

const secretBytes = Buffer.from("a secret of the runner's, 32 byte");
const secret = `whsec_${secretBytes.toString("base64")}`;
const pullRequests = [{ prUrl: "https://code.example/acme/app/pull/1", prNumber: 1 }];

interface Received {
  headers: Record<string, string>;
  body: string;
}

describe("on the engine", () => {
  const deployment = engineDeployment();
  const job = runner(deployment);
  let server: Server;
  let received: Received[];
  /** The status codes of the server's next answers, in order. Later answers are 204. */
  let answers: (() => number | Promise<number>)[];
  let api: Client;
  let projectId: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
      request.on("end", async () => {
        if (body.includes(projectId)) received.push({ headers: request.headers as Record<string, string>, body });
        const status = (await answers.shift()?.()) ?? 204;
        response.writeHead(status, status === 307 ? { Location: "/elsewhere" } : {}).end();
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jobs`;
    await deployment.setEnvironment({ JOB_RUNNER_URL: url, JOB_RUNNER_SIGNING_SECRET: secret });
  });
  afterAll(async () => {
    await deployment.setEnvironment({ JOB_RUNNER_URL: null, JOB_RUNNER_SIGNING_SECRET: null });
    server.close();
  });
  beforeEach(async () => {
    [received, answers] = [[], []];
    const project = await createProject(deployment);
    projectId = project.projectId;
    api = client(deployment, project.apiKey);
  });
  afterEach(async () => {
    while ((await job.call("job.claim", { runnerId: "one" })) !== null);
  });

  const start = async (): Promise<string> => (await dataOf(api.post("/merging/start", { pullRequests }))).id;
  const arrived = (count: number) => expect.poll(() => received).toHaveLength(count);

  it("a queued job is announced, signed as the svix library verifies", async () => {
    const mergeRunId = await start();
    await arrived(1);
    const [{ headers, body }] = received as [Received];
    const named = (name: string) => ({ [`svix-${name}`]: headers[`hook-${name}`] ?? "" });
    const verified = new Webhook(secret).verify(body, {
      ...named("id"),
      ...named("timestamp"),
      ...named("signature"),
    });
    expect(headers).toMatchObject(
      signedHeaders(secretBytes, headers["hook-id"]!, Number(headers["hook-timestamp"]), body),
    );
    const jobId = expect.stringMatching(/^job_/);
    const attempt = 1;
    expect(verified).toEqual({ type: "job.queued", jobId, kind: "merge.execute", projectId, attempt, mergeRunId });
  });

  it("is announced again after a failure, under the same id, and once only when it has arrived", async () => {
    answers = [() => 500, () => 307];
    await start();
    await arrived(3);
    expect(new Set(received.map(({ headers }) => headers["hook-id"])).size).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(received).toHaveLength(3);
  });

  it("is announced no more once it is claimed", async () => {
    let claimed: unknown;
    answers = [
      async () => {
        claimed = await job.call("job.claim", { runnerId: "one", kinds: ["merge.execute"] });
        return 500;
      },
    ];
    await start();
    await expect.poll(() => claimed).toMatchObject({ kind: "merge.execute" });
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(received).toHaveLength(1);
  });

  it("is not announced without an address, and is queued even if nothing listens at the address", async () => {
    const { port } = server.address() as AddressInfo;
    await deployment.setEnvironment({ JOB_RUNNER_URL: null });
    await start();
    await deployment.setEnvironment({ JOB_RUNNER_URL: "http://127.0.0.1:1/" });
    await start();
    const claims = [1, 2].map(() => job.call("job.claim", { runnerId: "one", kinds: ["merge.execute"] }));
    expect(await Promise.all(claims)).not.toContain(null);
    // A claimed job is not announced, so a late try finds nothing to announce.
    await deployment.setEnvironment({ JOB_RUNNER_URL: `http://127.0.0.1:${port}/jobs` });
    expect(received).toEqual([]);
  });

  it("an address that accepts connections and never answers delays no scheduled function", async () => {
    let openNow = 0;
    let mostAtOnce = 0;
    const silent = createServer((request) => {
      openNow++;
      mostAtOnce = Math.max(mostAtOnce, openNow);
      request.once("close", () => openNow--);
    });
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    await deployment.setEnvironment({ JOB_RUNNER_URL: url });
    await Promise.all(Array.from({ length: 100 }, start));
    const workflowId = await createWorkflow(api);
    const scheduledFor = Date.now() + 3_000;
    const { id } = await dataOf(api.post("/runs/start", { workflowId, prompt: "Later.", scheduledFor }));
    const status = async () => (await dataOf(api.get(`/runs/get?id=${id}`))).status;
    await expect.poll(status, { timeout: 30_000, interval: 50 }).toBe("pending");
    const lateMs = Date.now() - scheduledFor;
    expect(mostAtOnce).toBe(1);
    await deployment.setEnvironment({ JOB_RUNNER_URL: `http://127.0.0.1:${port}/jobs` });
    silent.closeAllConnections();
    silent.close();
    expectWithin(2_000, lateMs, "milliseconds that a scheduled run was late");
  });
});
