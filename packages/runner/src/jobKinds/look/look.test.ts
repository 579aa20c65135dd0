import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { AnswerFiles } from "../../codeHosts/answers";
import { HostLimits } from "../../codeHosts/limits";
import { PermanentJobError } from "../../jobs/contract";
import type { Call } from "../../service/callback";
import { lookAtPullRequest } from "./look";

const pull = { state: "open", head: { sha: "a".repeat(40) }, base: { ref: "main" }, mergeable: true };

let server: Server;
let folder: string;
let deadline: AbortController;
let unwanted: AbortController;
let asked: string[];
let said: string[];
/** Called with each request after the first. None of these is answered in full. */
let onSlowRequest: () => void;

beforeEach(async () => {
  [deadline, unwanted, asked, said] = [new AbortController(), new AbortController(), [], []];
  folder = mkdtempSync(path.join(tmpdir(), "look-"));
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    if (asked.length === 1) return void response.end(JSON.stringify(pull));
    response.write("[");
    onSlowRequest();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

function at(path: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${path}`;
}

async function look(prUrl = at("/acme/shop/pull/7")): Promise<void> {
  // The project has no key, and what is public can be read.
  const call: Call = async () => null;
  const hostAnswers = new AnswerFiles(folder, () => {});
  const job = {
    claim: { projectId: "proj_1", runId: "r_1", mergeRunId: null, prUrl, base: "main" },
    call,
    signal: unwanted.signal,
    tools: { hostAnswers, hostLimits: new HostLimits() },
    reportProgress: (what: string) => void said.push(what),
  };
  await lookAtPullRequest(job, deadline.signal);
}

it("a look ends at its deadline, whichever request it is at, and says so", async () => {
  onSlowRequest = () => deadline.abort(new Error("late"));
  const failure = await look().catch((error: unknown) => error);
  expect(failure).toEqual(
    new PermanentJobError("The pull request could not be read: the look took longer than 120 seconds in all."),
  );
  expect(failure).toBeInstanceOf(PermanentJobError);
  expect(asked).toHaveLength(2);
});

it("a look that nobody wants any more ends with the reason of that", async () => {
  const reason = new Error("The job has ended.");
  onSlowRequest = () => unwanted.abort(reason);
  await expect(look()).rejects.toBe(reason);
});

it("a request at another kind of host, which a command may have opened, is left alone", async () => {
  const url = at("/shop/pull/7");
  await look(url);
  expect([asked, said]).toEqual([[], [`reads nothing: ${url} is not the address of a request at GitHub or GitLab`]]);
});
