// The mixed load of the soak test: clients, the runner, followers of events, dashboards and strangers take turns until
// the time is over. An unexpected answer ends the load with an error.
import { ConvexClient } from "convex/browser";
import type { FunctionReference } from "convex/server";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import type { RunningEngine } from "../support/engine";
import { eventsOf } from "../support/eventStream";
import { bearer, dataOf } from "../support/fixtures";
import type { Client, Runner } from "../support/fixtures";
import type { OwnConnections } from "../support/ownConnections";
import { webSocketConstructor } from "./clients/clients";

export interface SoakWorld {
  engine: Pick<RunningEngine, "httpUrl" | "socketUrl">;
  connections: OwnConnections;
  projectId: string;
  apiKey: string;
  rest: Client;
  runner: Runner;
  workflowId: string;
  /** The token of the project's owner. */
  token: string;
}

const chunksOfMessage = 8;
/** Older runs are deleted, so that the size of the database stays the same. */
const keptRuns = 50;
const deletedAtOnce = 10;

export class SoakLoad {
  /** How often each kind of work was completed. */
  readonly done = new Map<string, number>();
  /** The oldest run first. */
  private readonly runIds: string[] = [];
  /** Functions that end the waiting of live queries. */
  private readonly waiting = new Set<() => void>();
  private over = false;

  /**
   * `pauseMs` is the time between two steps of one worker. With the usual one, the machine is busy but nobody waits for
   * long.
   */
  constructor(
    private readonly world: SoakWorld,
    private readonly pauseMs = 15,
  ) {}

  /** Does the work. Resolves when all work has ended, after `end` was called or something failed. */
  async go(): Promise<void> {
    const kinds: [string, (name: string) => Promise<void>][] = [
      ["jobs", (name) => this.runJob(name)],
      ["issues", (name) => this.changeIssue(name)],
      ["lists", () => this.readLists()],
      ["followers", () => this.followRun()],
      ["held claims", (name) => this.holdClaim(name)],
      ["deletions", () => this.deleteRuns()],
      ["dashboards", () => this.watchLive()],
      ["refusals", () => this.beRefused()],
      ["broken connections", () => this.breakOff()],
    ];
    const workers = kinds.flatMap(([name, turn]) => [0, 1].map((worker) => this.repeat(name, worker, turn)));
    const ends = await Promise.allSettled(workers);
    const failures = ends.filter((end) => end.status === "rejected").map(({ reason }): unknown => reason);
    if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("\n"));
  }

  end(): void {
    this.over = true;
    for (const endWaiting of this.waiting) endWaiting();
  }

  /** The load is also over when something has failed. */
  get isOver(): boolean {
    return this.over;
  }

  private async repeat(name: string, worker: number, turn: (name: string) => Promise<void>): Promise<void> {
    try {
      for (let number = 0; !this.over; number++) {
        await turn(`${name} ${worker} ${number}`);
        this.done.set(name, (this.done.get(name) ?? 0) + 1);
        await pause(this.pauseMs);
      }
    } catch (error) {
      this.end();
      throw new Error(`${name}: ${String(error)}`, { cause: error });
    }
  }

  /** Starts a run, then executes a waiting job, which may belong to a run of another worker. */
  private async runJob(name: string): Promise<void> {
    const { rest, runner, workflowId } = this.world;
    const { id } = await dataOf(rest.post("/runs/start", { workflowId, prompt: name }));
    this.runIds.push(id);
    const claim = { runnerId: name, kinds: ["run.execute"], leaseMs: 60_000, waitMs: 5_000 };
    const job = await runner.call("job.claim", claim);
    if (job === null)
      throw new Error("There is no waiting job, although as many runs were started as jobs were claimed.");
    const { id: jobId, runId, fence } = job;
    const call = async (operation: string, args: object) => {
      await pause(this.pauseMs);
      return await runner.call(operation, args, { jobId, fence });
    };
    await call("run.updateStatus", { runId, status: "running" });
    const step = { runId, role: "designer", name: "Design", stepIndex: 0 };
    const { id: stepId } = await call("runStep.create", step);
    const sandbox = { runId, stepId, runtimeSandboxId: name, status: "running" };
    const { id: sandboxId } = await call("sandbox.create", sandbox);
    await call("runStep.updateStatus", { stepId, status: "running", sandboxId });
    await this.streamMessage(call, { sandboxId, messageId: stepId });
    await call("job.heartbeat", { jobId, runnerId: name });
    await call("sandbox.updateStatus", { sandboxId, status: "stopped" });
    await call("runStep.updateStatus", { stepId, status: "completed" });
    await call("run.updateStatus", { runId, status: "completed" });
    await call("job.complete", { jobId, runnerId: name });
  }

  private async streamMessage(
    call: (operation: string, args: object) => Promise<unknown>,
    message: { sandboxId: string; messageId: string },
  ): Promise<void> {
    await call("message.streamCreate", message);
    const chunk = "What the agent says. ".repeat(20);
    for (let seq = 0; seq < chunksOfMessage; seq++) await call("message.streamAppend", { ...message, chunk, seq });
    await call("message.streamFinalize", { ...message, finalContent: chunk.repeat(chunksOfMessage) });
  }

  /** Waits for a kind of job that this load never makes. */
  private async holdClaim(name: string): Promise<void> {
    const claim = { runnerId: name, kinds: ["merge.execute"], leaseMs: 60_000, waitMs: 500 };
    const job: unknown = await this.world.runner.call("job.claim", claim);
    if (job !== null) throw new Error("A job was given that nobody has asked for.");
  }

  /** Puts many runs into the trash at once, then deletes each for good. */
  private async deleteRuns(): Promise<void> {
    const { rest } = this.world;
    while (this.runIds.length < keptRuns + deletedAtOnce) {
      if (this.over) return;
      await pause(this.pauseMs);
    }
    const runIds = this.runIds.splice(0, deletedAtOnce);
    await dataOf(rest.post("/runs/bulk-delete", { runIds }));
    for (const runId of runIds) {
      await dataOf(rest.post("/runs/permanent-delete", { runId }));
      await pause(this.pauseMs);
    }
  }

  private async changeIssue(name: string): Promise<void> {
    const { rest } = this.world;
    const { id: issueId } = await dataOf(rest.post("/issues/create", { title: name }));
    for (const status of ["closed", "open"]) {
      await pause(this.pauseMs);
      await dataOf(rest.post("/issues/update", { issueId, status }));
    }
    await dataOf(rest.post("/issues/delete", { issueId }));
  }

  private async readLists(): Promise<void> {
    for (const path of ["/runs?limit=50", "/issues/list?limit=50", "/project/counters", "/runs?status=completed"]) {
      await dataOf(this.world.rest.get(path));
      await pause(this.pauseMs);
    }
  }

  /** Follows a run by a stream that is left in the middle, then by waiting requests. */
  private async followRun(): Promise<void> {
    const { engine, connections, rest, apiKey } = this.world;
    const id = this.runIds.at(-1);
    if (id === undefined) return;
    const headers = { ...bearer(apiKey), Accept: "text/event-stream" };
    const stream = await connections.fetch(`${engine.httpUrl}/api/v1/runs/events?id=${id}`, { headers });
    if (stream.status !== 200) throw new Error(`${stream.status} ${await stream.text()}`);
    let seen = 0;
    for await (const { event } of eventsOf(stream)) {
      if (event === "run.status") seen++;
      if (seen === 2) break;
    }
    await dataOf(rest.get(`/runs/events?id=${this.runIds.at(-1)}&after=2&wait=1`));
  }

  /** Opens a dashboard, watches it while things change, and closes it. */
  private async watchLive(): Promise<void> {
    const { engine, projectId, token } = this.world;
    const client = new ConvexClient(engine.socketUrl, { webSocketConstructor, logger: false });
    try {
      client.setAuth(async () => token);
      const paginationOpts = { numItems: 20, cursor: null };
      await Promise.all([
        this.shownTwice(client, api.runs.dashboard.list, { projectId, paginationOpts }),
        this.shownTwice(client, api.issues.dashboard.list, { projectId, paginationOpts }),
        this.shownTwice(client, api.project.dashboard.counters, { projectId }),
      ]);
    } finally {
      await client.close();
    }
  }

  private async beRefused(): Promise<void> {
    const { engine, connections, apiKey } = this.world;
    const own = bearer(apiKey);
    const requests: [string, RequestInit][] = [
      ["/api/v1/project", { headers: bearer("svc_test_wrong") }],
      ["/api/v1/nowhere", { headers: own }],
      ["/api/v1/runs/get?id=none", { headers: own }],
      ["/api/v1/issues/create", { method: "POST", headers: own, body: "{}" }],
      ["/api/v1/issues/create", { method: "POST", headers: own, body: "{" }],
      ["/job/callback", { method: "POST", headers: bearer("wrong"), body: "{}" }],
    ];
    for (const [path, init] of requests) {
      const response = await connections.fetch(engine.httpUrl + path, init);
      const text = await response.text();
      if (response.status < 400 || response.status >= 500) throw new Error(`${path}: ${response.status} ${text}`);
      await pause(this.pauseMs);
    }
  }

  /** Makes connections that end too early: half a request, and a body that does not come. */
  private async breakOff(): Promise<void> {
    const { httpUrl, socketUrl } = this.world.engine;
    const beginnings = [
      "GET /api/v1/pro",
      "POST /job/callback HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{",
      "\0\0\n\n",
    ];
    for (const url of [httpUrl, socketUrl]) {
      for (const beginning of beginnings) {
        const socket = connect(Number(new URL(url).port), "127.0.0.1");
        socket.on("error", () => socket.destroy());
        await once(socket, "connect");
        socket.write(beginning);
        await pause(this.pauseMs);
        socket.destroy();
      }
    }
  }

  /** Waits for the second result of a live query, or for the end of the load, after which nothing changes any more. */
  private async shownTwice<Args extends Record<string, unknown>>(
    client: ConvexClient,
    query: FunctionReference<"query", "public", Args>,
    args: Args,
  ): Promise<void> {
    let shown = 0;
    let endWaiting: () => void = () => undefined;
    const twice = new Promise<void>((resolve, reject) => {
      endWaiting = resolve;
      const onResult = () => {
        shown++;
        if (shown === 2 || this.over) resolve();
      };
      client.onUpdate(query, args, onResult, reject);
    });
    this.waiting.add(endWaiting);
    await twice.finally(() => this.waiting.delete(endWaiting));
  }
}
