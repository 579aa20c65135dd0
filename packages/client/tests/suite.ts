// What the client must do in every runtime. It is bundled into one script, so it has its own expectations and uses only
// what Node, browsers and edge runtimes have. `runSuite` returns what failed.
import {
  ConflictError,
  NotFoundError,
  Switchyard,
  SwitchyardError,
  TimeoutError,
  ValidationError,
} from "../src/index.js";
import type { SwitchyardOptions } from "../src/index.js";

/** What a call meets at the proxy. `only` is part of the method and address of the calls that it is for. */
export type Fault = { only?: string; lasts?: boolean } & (
  | { kind: "cut" }
  | { kind: "cut after the work" }
  | { kind: "cut in the answer"; bytes: number }
  | { kind: "collect" }
  | { kind: "delay"; ms: number }
  | { kind: "answer"; status: number; headers?: Record<string, string>; body?: string }
);

export interface SeenCall {
  call: string;
  isAuthorized: boolean;
  isStream: boolean;
  key: string | null;
  lastEventId: string | null;
  atMs: number;
}

export interface World {
  /** The address of the proxy. */
  url: string;
  apiKey: string;
  workflowId: string;
}

export interface Result {
  name: string;
  /** Null when the case has passed. */
  failure: string | null;
}

class Case {
  constructor(readonly world: World) {}

  client(options: Partial<SwitchyardOptions> = {}): Switchyard {
    return new Switchyard({ baseUrl: this.world.url, apiKey: this.world.apiKey, ...options });
  }

  /** The next calls meet these, each once. */
  async faults(...faults: Fault[]): Promise<void> {
    await this.ask("faults", faults);
  }

  async seen(): Promise<SeenCall[]> {
    return (await this.ask("seen")) as SeenCall[];
  }

  async job(operation: string, args: object): Promise<void> {
    await this.ask("job", { operation, args });
  }

  async run(status = "pending") {
    const run = await this.client().runs.start({ workflowId: this.world.workflowId, prompt: "Build it." });
    if (status !== "pending") await this.job("run.updateStatus", { runId: run.id, status });
    await this.faults();
    return run;
  }

  private async ask(what: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(`${this.world.url}/test/${what}`, init);
    if (!response.ok) throw new Error(`${what}: ${response.status}`);
    return await response.json();
  }
}

function expectEqual(found: unknown, wanted: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (is !== should) throw new Error(`${is} is not ${should}`);
}

async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error("Nothing was refused.");
}

async function numbersOf(events: AsyncIterable<{ seq: number }>, after?: (seq: number) => Promise<void>) {
  const numbers: number[] = [];
  for await (const { seq } of events) {
    numbers.push(seq);
    await after?.(seq);
  }
  return numbers;
}

const upTo = (last: number) => Array.from({ length: last }, (_none, index) => index + 1);

const cases: Record<string, (test: Case) => Promise<void>> = {
  "starts, reads and cancels a run": async (test) => {
    const client = test.client();
    const { id } = await client.runs.start({ workflowId: test.world.workflowId, prompt: "Build it." });
    expectEqual((await client.runs.get({ id })).status, "pending");
    expectEqual((await client.runs.cancel({ runId: id })).status, "cancelled");
  },

  "fills in the parameters of a path": async (test) => {
    const client = test.client();
    const { id } = await client.contexts.create({ name: "Rules", content: "Be brief." });
    expectEqual((await client.contexts.get({ id })).name, "Rules");
    await client.contexts.update({ id, content: "Be kind." });
    const versions = await client.contexts.versions({ id }).page();
    expectEqual(versions.data.length > 0, true);
    await client.contexts.delete({ id });
    expectEqual((await refusal(client.contexts.get({ id }))) instanceof NotFoundError, true);
    expectEqual((await refusal(client.contexts.get({ id: ".." }))) instanceof ValidationError, true);
  },

  "goes through all pages of a list, or reads one": async (test) => {
    const client = test.client();
    const titles = ["a", "b", "c", "d", "e"].map((letter) => `${letter}${Math.random()}`);
    for (const title of titles) await client.issues.create({ title });
    const found: string[] = [];
    for await (const { title } of client.issues.list({ limit: 2 })) {
      found.unshift(title);
      if (found.length === 5) break;
    }
    expectEqual(found, titles);
    const first = await client.issues.list({ limit: 2 }).page();
    const second = await client.issues.list({ limit: 2, cursor: first.nextCursor ?? "" }).page();
    expectEqual(
      [...first.data, ...second.data].map(({ title }) => title),
      titles.toReversed().slice(0, 4),
    );
  },

  "says what was refused, and where": async (test) => {
    const client = test.client();
    const wrong = await refusal(client.runs.list({ limit: 1000 }).page());
    if (!(wrong instanceof ValidationError)) throw new Error(String(wrong));
    expectEqual([wrong.code, wrong.status, wrong.field, wrong.retryable], ["VALIDATION", 400, "limit", false]);
    expectEqual(wrong.requestId?.length, 36);
    const run = await test.run("completed");
    const late = await refusal(client.runs.cancel({ runId: run.id }));
    expectEqual(late instanceof ConflictError && late.code, "CONFLICT");
  },

  "does a write once, whatever happens to its connection": async (test) => {
    const client = test.client();
    const title = `Once ${Math.random()}`;
    await test.faults({ kind: "cut" }, { kind: "cut after the work" }, { kind: "cut in the answer", bytes: 20 });
    await client.issues.create({ title });
    const keys = (await test.seen()).map(({ key }) => key);
    expectEqual([keys.length, new Set(keys).size, keys[0]?.length], [4, 1, 32]);
    const found = await client.issues.list({ limit: 10 }).page();
    expectEqual(found.data.filter((issue) => issue.title === title).length, 1);
  },

  "keeps the idempotency key of the caller": async (test) => {
    const client = test.client();
    const idempotencyKey = `mine-${Math.random()}`;
    const once = await client.issues.create({ title: "Mine" }, { idempotencyKey });
    const again = await client.issues.create({ title: "Mine" }, { idempotencyKey });
    expectEqual(again.id, once.id);
  },

  "waits as long as Retry-After says, in seconds and as a date": async (test) => {
    const client = test.client();
    await test.faults({ kind: "answer", status: 503, headers: { "Retry-After": "1" } });
    await client.project.get();
    const date = new Date(Date.now() + 2_000).toUTCString();
    const [first, second] = await test.seen();
    expectEqual((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 990, true);
    await test.faults({ kind: "answer", status: 429, headers: { "Retry-After": date } });
    await client.project.get();
    const times = (await test.seen()).map(({ atMs }) => atMs);
    expectEqual(times.length === 2 && (times[1] ?? 0) >= Date.parse(date) - 10, true);
  },

  "says so when the wait would be too long, and when all tries have failed": async (test) => {
    const client = test.client({ maxRetries: 2 });
    await test.faults({ kind: "answer", status: 429, headers: { "Retry-After": "3600" } });
    const long = await refusal(client.project.get());
    expectEqual(long instanceof SwitchyardError && [long.name, long.retryAfterMs], ["RateLimitError", 3_600_000]);
    await test.faults({ kind: "cut", lasts: true });
    const lost = await refusal(client.project.get());
    expectEqual(lost instanceof SwitchyardError && [lost.name, lost.code, lost.retryable], [
      "ConnectionError",
      "CONNECTION",
      true,
    ]);
    // Browsers repeat some of the tries by themselves.
    expectEqual((await test.seen()).length >= 3, true);
    await test.faults();
  },

  "ends a try that takes too long, and tries again": async (test) => {
    const client = test.client({ timeoutMs: 300 });
    await test.faults({ kind: "delay", ms: 2_000 });
    await client.project.get();
    expectEqual((await test.seen()).length, 2);
    await test.faults({ kind: "delay", ms: 2_000 });
    const late = await refusal(client.project.get(undefined, { maxRetries: 0 }));
    expectEqual(late instanceof TimeoutError && late.code, "TIMEOUT");
  },

  "ends at once when the caller aborts, without another try": async (test) => {
    const reason = new Error("Enough.");
    for (const fault of [
      { kind: "delay", ms: 5_000 },
      { kind: "answer", status: 503, headers: { "Retry-After": "30" } },
    ] as const) {
      await test.faults(fault);
      const controller = new AbortController();
      const call = refusal(test.client().project.get(undefined, { signal: controller.signal }));
      const startedMs = Date.now();
      setTimeout(() => controller.abort(reason), 300);
      expectEqual((await call) === reason, true);
      expectEqual(Date.now() - startedMs < 2_000, true);
      expectEqual((await test.seen()).length, 1);
    }
  },

  "sends the key to no other address": async (test) => {
    await test.faults({ kind: "answer", status: 307, headers: { Location: `${test.world.url}/elsewhere` } });
    const refused = await refusal(test.client().project.get());
    expectEqual(refused instanceof SwitchyardError && refused.name, "AnswerError");
    expectEqual((await test.seen()).length, 1);
  },

  "never shows the key": async (test) => {
    const { apiKey } = test.world;
    const client = test.client({ maxRetries: 0 });
    const texts = [JSON.stringify(client), JSON.stringify(Object.entries(client))];
    for (const fault of [{ kind: "cut" }, { kind: "answer", status: 200 }, { kind: "answer", status: 502 }] as const) {
      await test.faults({ ...fault, lasts: true });
      const error = (await refusal(client.project.get())) as Error;
      texts.push(String(error), String(error.stack), JSON.stringify(error), String(error.cause));
    }
    await test.faults();
    texts.push(String(await refusal(Promise.resolve().then(() => test.client({ apiKey: `${apiKey}\n` })))));
    expectEqual(
      texts.filter((text) => text.includes(apiKey)),
      [],
    );
  },

  "follows a run over cut connections, each event once and in order": async (test) => {
    const client = test.client();
    const run = await test.run("running");
    await test.faults(
      { kind: "cut", only: "/runs/events" },
      { kind: "cut in the answer", bytes: 300, only: "/runs/events" },
      { kind: "cut in the answer", bytes: 900, only: "/runs/events" },
      { kind: "answer", status: 503, only: "/runs/events" },
    );
    const report = async (seq: number) => {
      if (seq > 12) return;
      if (seq < 12) await test.job("run.updateProgress", { runId: run.id, progress: { currentStepLabel: `${seq}` } });
      else await test.job("run.updateStatus", { runId: run.id, status: "completed" });
    };
    const numbers = await numbersOf(client.runs.events(run.id), report);
    expectEqual(numbers, upTo(numbers.length));
    expectEqual(numbers.length >= 13, true);
    const streams = (await test.seen()).filter(({ isStream }) => isStream);
    expectEqual(streams.length >= 5, true);
    expectEqual(
      streams.slice(-1).every(({ lastEventId }) => Number(lastEventId) > 0),
      true,
    );
    const rest = await numbersOf(client.runs.events(run.id, { after: 10 }));
    expectEqual(rest, numbers.slice(10));
  },

  "follows a run where streams do not arrive": async (test) => {
    const client = test.client({ timeoutMs: 1_000 });
    const run = await test.run("running");
    await test.faults({ kind: "collect", only: "/runs/events" }, { kind: "delay", ms: 3_000, only: "/runs/events" });
    const end = async (seq: number) => {
      if (seq === 2) await test.job("run.updateStatus", { runId: run.id, status: "failed", error: "No memory." });
    };
    const numbers = await numbersOf(client.runs.events(run.id), end);
    expectEqual(numbers, upTo(3));
    expectEqual(
      (await test.seen()).some(({ call }) => call.includes("wait=25")),
      true,
    );
  },

  "stops following when the caller leaves the loop or aborts": async (test) => {
    const client = test.client();
    const run = await test.run("running");
    for await (const { seq } of client.runs.events(run.id)) if (seq === 2) break;
    const controller = new AbortController();
    const reason = new Error("Enough.");
    const following = refusal(
      numbersOf(client.runs.events(run.id, { signal: controller.signal }), async (seq) => {
        if (seq === 2) setTimeout(() => controller.abort(reason), 50);
      }),
    );
    expectEqual((await following) === reason, true);
    const gone = await refusal(numbersOf(client.runs.events("r_unknown")));
    expectEqual(gone instanceof NotFoundError, true);
  },

  "waits until a run is over, and until it needs somebody": async (test) => {
    const client = test.client();
    const run = await test.run("running");
    await test.faults({ kind: "cut", only: "/runs/get" }, { kind: "cut", only: "/runs/events" });
    const paused = client.runs.wait(run.id);
    await test.job("run.updateStatus", { runId: run.id, status: "paused" });
    expectEqual((await paused).outcome, "paused");
    const over = client.runs.wait(run.id, { until: "over" });
    await test.job("run.updateStatus", { runId: run.id, status: "running" });
    await test.job("run.updateStatus", { runId: run.id, status: "completed" });
    const waited = await over;
    expectEqual([waited.outcome, waited.run.status], ["completed", "completed"]);
  },

  "waits no longer than it may": async (test) => {
    const run = await test.run("running");
    const late = await refusal(test.client().runs.wait(run.id, { timeoutMs: 500 }));
    expectEqual(late instanceof TimeoutError, true);
  },

  "reaches every endpoint by its method and path": async (test) => {
    const client = test.client();
    const { id } = await client.request("POST /issues/create", { title: "Reached" });
    const page = await client.request("GET /issues/list", { limit: 1 });
    expectEqual(page.data[0]?.id, id);
  },
};

export async function runSuite(world: World): Promise<Result[]> {
  const results: Result[] = [];
  for (const [name, check] of Object.entries(cases)) {
    try {
      await check(new Case(world));
      results.push({ name, failure: null });
    } catch (error) {
      results.push({ name, failure: error instanceof Error ? `${error.message}\n${error.stack}` : String(error) });
    }
  }
  return results;
}
