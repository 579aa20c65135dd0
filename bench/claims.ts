// Measures how soon a started run reaches one of 16 waiting runners, and how many jobs the runners claim per second.
import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";

const runners = 16;
const starts = 300;
const queued = 1500;

export interface Side {
  url: string;
  apiKey: string;
  callbackSecret: string;
  workflowId: string;
}

export interface ClaimFigures {
  /** The time from the request that starts a run to the complete answer to the claim of its job. */
  p50Ms: number;
  p99Ms: number;
  /** The number of claims per second. Each claimed job is also completed. */
  claimsPerSecond: number;
}

export async function measureClaims(side: Side): Promise<ClaimFigures> {
  const agent = new Agent({ keepAlive: true });
  const bench = new ClaimBench(side, agent);
  await bench.takeAll();
  const latencies = (await bench.startAndClaim()).toSorted((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
  const claimsPerSecond = await bench.claimQueued();
  agent.destroy();
  return { p50Ms: at(0.5), p99Ms: at(0.99), claimsPerSecond };
}

class ClaimBench {
  constructor(
    private readonly side: Side,
    private readonly agent: Agent,
  ) {}

  /** Claims and completes all jobs that other measurements have left. */
  async takeAll(): Promise<void> {
    await this.each(async (runnerId) => {
      while (await this.claimAndComplete(runnerId, 0));
    });
  }

  /** Returns the delay of each run in milliseconds. The runs start at irregular moments. */
  async startAndClaim(): Promise<number[]> {
    const latencies: number[] = [];
    const sentAt = new Map<string, number>();
    const claimedAt = new Map<string, number>();
    const over = new AbortController();
    const settle = (runId: string) => {
      const [sent, claimed] = [sentAt.get(runId), claimedAt.get(runId)];
      if (sent !== undefined && claimed !== undefined) latencies.push(claimed - sent);
    };
    const waiting = this.each(async (runnerId) => {
      while (!over.signal.aborted) {
        const runId = await this.claimAndComplete(runnerId, 2000, (id) => claimedAt.set(id, performance.now()));
        if (runId !== null) settle(runId);
      }
    });
    for (let index = 0; index < starts; index++) {
      await pause(20 + 60 * Math.random());
      const sent = performance.now();
      const runId = await this.start();
      sentAt.set(runId, sent);
      if (claimedAt.has(runId)) settle(runId);
    }
    while (claimedAt.size < starts) await pause(50);
    over.abort();
    await waiting;
    return latencies;
  }

  async claimQueued(): Promise<number> {
    let left = queued;
    await this.each(async () => {
      while (left-- > 0) await this.start();
    });
    const before = performance.now();
    await this.takeAll();
    return queued / ((performance.now() - before) / 1000);
  }

  private async each(work: (runnerId: string) => Promise<void>): Promise<void> {
    await Promise.all(Array.from({ length: runners }, (_, index) => work(`runner-${index}`)));
  }

  /** Claims a job and completes it. Returns the id of its run, or null when there was no job. */
  private async claimAndComplete(
    runnerId: string,
    waitMs: number,
    onClaim: (runId: string) => void = () => {},
  ): Promise<string | null> {
    const claimed = (await this.call("job.claim", { runnerId, waitMs })) as { id: string; runId: string } | null;
    if (claimed === null) return null;
    onClaim(claimed.runId);
    await this.call("job.complete", { jobId: claimed.id, runnerId });
    return claimed.runId;
  }

  private async start(): Promise<string> {
    const { apiKey, workflowId } = this.side;
    const { data } = (await this.post("/api/v1/runs/start", apiKey, { workflowId, prompt: "Build it." })) as {
      data: { id: string };
    };
    return data.id;
  }

  private async call(operation: string, args: object): Promise<unknown> {
    const { result } = (await this.post("/job/callback", this.side.callbackSecret, { operation, args })) as {
      result: unknown;
    };
    return result;
  }

  private async post(path: string, token: string, body: object): Promise<unknown> {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    const sent = request(this.side.url + path, { method: "POST", headers, agent: this.agent });
    sent.end(JSON.stringify(body));
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    let text = "";
    for await (const chunk of response) text += String(chunk);
    if (response.statusCode === undefined || response.statusCode >= 300) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
