// A runner that is newer than its service works on, and leaves out what the service does not know.
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it } from "vitest";
import { createCall } from "./callback";
import type { Call } from "./callback";
import { CallRefusedError } from "./errors";
import { Reachability } from "./reachability";

let server: Server;
afterEach(() => server.close());

/** A service that refuses bodies with the word in the words of 0.1.0. Returns what it accepted in `accepted`. */
async function withoutWord(
  word: string,
  refusal: string,
): Promise<{ call: Call; accepted: unknown[]; keys: unknown[] }> {
  const accepted: unknown[] = [];
  const keys: unknown[] = [];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      keys.push(request.headers["idempotency-key"]);
      const isRefused = body.includes(word);
      if (!isRefused) accepted.push((JSON.parse(body) as { args: unknown }).args);
      response.statusCode = isRefused ? 400 : 200;
      response.end(JSON.stringify(isRefused ? { error: refusal } : { result: null }));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const reachability = new Reachability(url, () => undefined);
  return { call: createCall({ url, token: "any", reachability }, new AbortController().signal), accepted, keys };
}

it("claims jobs of the kinds that the service knows", async () => {
  const { call, accepted } = await withoutWord("repository.check", "args.kinds.1 must be run.execute.");
  await call("job.claim", { runnerId: "a", kinds: ["run.execute", "repository.check"] });
  expect(accepted).toEqual([{ runnerId: "a", kinds: ["run.execute"] }]);
  await expect(call("job.claim", { runnerId: "a", kinds: ["repository.check"] })).rejects.toThrow(CallRefusedError);
});

it("makes a sandbox without its folder, in a call of its own", async () => {
  const { call, accepted, keys } = await withoutWord("folder", "args.folder is unknown (known: runId).");
  await call("sandbox.create", { runId: "run_1", runtimeSandboxId: "a", folder: "/work/a" });
  expect(accepted).toEqual([{ runId: "run_1", runtimeSandboxId: "a" }]);
  expect(new Set(keys).size).toBe(2);
});

it("says in the log of the run where the work is", async () => {
  const { call, accepted } = await withoutWord(
    "resultBranch",
    "args.progress.resultBranch is unknown (known: message).",
  );
  await call("run.updateProgress", { runId: "run_1", progress: { resultBranch: "switchyard/run-1-1" } });
  expect(accepted).toEqual([
    { runId: "run_1", progress: { message: "The work is on the branch switchyard/run-1-1." } },
  ]);
});

it("does not repeat a call that was refused for another reason", async () => {
  const { call, keys } = await withoutWord("folder", "stale lease: another runner has claimed the job");
  const sandbox = { runId: "run_1", runtimeSandboxId: "a", folder: "/work/a" };
  await expect(call("sandbox.create", sandbox)).rejects.toThrow("stale lease");
  expect(keys).toHaveLength(1);
});
