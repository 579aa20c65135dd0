import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CodeHostBusyError, CodeHostError } from "./api";
import { areChecksFinal, buildCheckReport } from "./checks";
import type { CheckStatus } from "../service/operations";
import { createCodeHost, kindOfHost } from "./codeHost";

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: unknown;
}

let server: Server;
let asked: Asked[];
let answers: { status: number; body: unknown; headers?: Record<string, string> }[];
beforeEach(async () => {
  [asked, answers] = [[], []];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const { method, url, headers } = request;
      asked.push({ method, url, headers, body: text === "" ? null : JSON.parse(text) });
      const { status, body, headers: told = {} } = answers.shift() ?? { status: 500, body: {} };
      response.writeHead(status, told).end(status === 304 ? undefined : JSON.stringify(body));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => server.close());

function repository(path: string): URL {
  const address = server.address();
  return new URL(path, `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`);
}

const { signal } = new AbortController();
const proposal = { title: "Add a till", text: "It counts.", from: "switchyard/run-1-1", into: "main" };

describe("GitHub", () => {
  const host = () => createCodeHost(repository("/acme/shop.git"), "secret", "github");

  it("opens a pull request", async () => {
    answers.push({ status: 201, body: { html_url: "https://code.example/acme/shop/pull/7", number: 7 } });
    expect(await host()?.open(proposal, signal)).toEqual({ url: "https://code.example/acme/shop/pull/7", number: 7 });
    expect(asked).toMatchObject([
      {
        method: "POST",
        url: "/api/v3/repos/acme/shop/pulls",
        headers: { authorization: "Bearer secret" },
        body: { title: "Add a till", body: "It counts.", head: "switchyard/run-1-1", base: "main" },
      },
    ]);
  });

  it("finds the pull request of a branch", async () => {
    answers.push({ status: 200, body: [{ html_url: "https://code.example/acme/shop/pull/7", number: 7 }] });
    answers.push({ status: 200, body: [] });
    expect(await host()?.find("switchyard/run-1-1", signal)).toMatchObject({ number: 7 });
    expect(await host()?.find("switchyard/run-1-1", signal)).toBeNull();
    expect(asked[0]?.url).toContain("head=acme%3Aswitchyard%2Frun-1-1");
  });

  it("gives the reason of a refusal, and follows no redirect with the token", async () => {
    answers.push({ status: 422, body: { message: "Validation Failed" } });
    await expect(host()?.open(proposal, signal)).rejects.toThrow(/127\.0\.0\.1:\d+ answered 422: Validation Failed/);
    answers.push({ status: 302, body: {}, headers: { location: "/elsewhere" } });
    await expect(host()?.open(proposal, signal)).rejects.toThrow("fetch failed");
    expect(asked).toHaveLength(2);
  });
});

describe("GitHub's pull request", () => {
  const host = () => createCodeHost(repository("/acme/shop.git"), "secret", "github");

  it.each([
    [{ state: "open" }, "open"],
    [{ state: "open", draft: true }, "draft"],
    [{ state: "closed", merged: false }, "closed"],
    [{ state: "closed", merged: true, draft: true }, "merged"],
  ])("%j is %s", async (fields, state) => {
    answers.push({ status: 200, body: { ...fields, head: { sha: "abc" } } });
    expect(await host()?.read(7, signal)).toEqual({ state, commit: "abc" });
  });

  it("that does not exist is null, and an answer of another kind is refused", async () => {
    answers.push({ status: 404, body: { message: "Not Found" } }, { status: 200, body: { state: "odd" } });
    expect(await host()?.read(7, signal)).toBeNull();
    await expect(host()?.read(7, signal)).rejects.toThrow("something else than its API does");
  });

  it("has check runs and statuses", async () => {
    const run = (name: string, status: string, conclusion: string | null) => ({ name, status, conclusion });
    const check_runs = [
      run("a", "queued", null),
      run("b", "in_progress", null),
      run("c", "completed", "neutral"),
      run("d", "completed", "timed_out"),
      { ...run("e", "completed", "success"), html_url: "https://code.example/e" },
    ];
    const statuses = ["pending", "success", "failure", "error"].map((state) => ({ context: state, state }));
    answers.push({ status: 200, body: { check_runs } }, { status: 200, body: { statuses } });
    const checks = (await host()?.checks("abc", signal)) ?? [];
    const told = ["pending", "running", "success", "failure", "success", "pending", "success", "failure", "failure"];
    expect(checks.map(({ status }) => status)).toEqual(told);
    expect(checks[4]).toEqual({ name: "e", status: "success", url: "https://code.example/e" });
    expect(asked[0]?.url).toBe("/api/v3/repos/acme/shop/commits/abc/check-runs?per_page=100&page=1");
  });

  it("is asked for news only: what has not changed is not sent again", async () => {
    const old = host();
    const body = { state: "open", head: { sha: "abc" } };
    answers.push({ status: 200, body, headers: { ETag: '"1"' } }, { status: 304, body: null });
    expect(await old?.read(7, signal)).toEqual(await old?.read(7, signal));
    expect(asked.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  });

  const inAMinute = String(Math.floor(Date.now() / 1000) + 60);
  it.each([
    [429, { "Retry-After": "7" }, 7000],
    [403, { "Retry-After": "99999" }, 3_600_000],
    [403, { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": inAMinute }, 60_000],
    [429, {}, 60_000],
    [502, {}, 60_000],
  ])("that is refused with %i and %j waits", async (status, headers, expectedMs) => {
    answers.push({ status, body: {}, headers });
    const error: unknown = await host()
      ?.read(7, signal)
      .catch((refusal: unknown) => refusal);
    expect(error).toBeInstanceOf(CodeHostBusyError);
    const { afterMs } = error as CodeHostBusyError;
    expect(Math.abs(afterMs - expectedMs)).toBeLessThan(5000);
  });

  it("that is refused for another reason does not wait", async () => {
    answers.push({ status: 403, body: {}, headers: { "X-RateLimit-Remaining": "50" } });
    const error: unknown = await host()
      ?.read(7, signal)
      .catch((refusal: unknown) => refusal);
    expect(error).not.toBeInstanceOf(CodeHostBusyError);
    expect(error).toBeInstanceOf(CodeHostError);
  });
});

describe("GitLab", () => {
  it("has the state of merge requests and their jobs", async () => {
    const host = createCodeHost(repository("/a/shop.git"), "secret", "gitlab");
    const job = (status: string, allow_failure = false) => ({ name: status, status, allow_failure });
    const all = ["created", "running", "success", "failed", "canceled", "skipped", "manual"];
    answers.push({ status: 200, body: { state: "merged", sha: "abc" } });
    answers.push({ status: 200, body: { state: "opened", draft: true, sha: "abc" } });
    answers.push({ status: 200, body: [...all.map((name) => job(name)), job("failed", true), job("manual", true)] });
    expect(await host?.read(3, signal)).toEqual({ state: "merged", commit: "abc" });
    expect(await host?.read(3, signal)).toEqual({ state: "draft", commit: "abc" });
    const told = ["pending", "running", "success", "failure", "failure", "success", "pending", "success", "success"];
    expect((await host?.checks("abc", signal))?.map(({ status }) => status)).toEqual(told);
    expect(asked.map(({ url }) => url?.split("?")[0])).toEqual([
      "/api/v4/projects/a%2Fshop/merge_requests/3",
      "/api/v4/projects/a%2Fshop/merge_requests/3",
      "/api/v4/projects/a%2Fshop/repository/commits/abc/statuses",
    ]);
  });

  it("is asked for further pages", async () => {
    const page = (count: number) => Array.from({ length: count }, () => ({ name: "n", status: "success" }));
    answers.push({ status: 200, body: page(100) }, { status: 200, body: page(3) });
    const host = createCodeHost(repository("/a/shop.git"), "secret", "gitlab");
    expect(await host?.checks("abc", signal)).toHaveLength(103);
  });

  it("opens and finds merge requests, also of groups within groups", async () => {
    answers.push({ status: 200, body: [] });
    answers.push({ status: 201, body: { web_url: "https://gitlab.example/a/b/shop/-/merge_requests/3", iid: 3 } });
    const host = createCodeHost(repository("/a/b/shop.git"), "secret", "gitlab");
    expect(await host?.find(proposal.from, signal)).toBeNull();
    expect(await host?.open(proposal, signal)).toMatchObject({ number: 3 });
    expect(asked).toMatchObject([
      { headers: { "private-token": "secret" } },
      {
        url: "/api/v4/projects/a%2Fb%2Fshop/merge_requests",
        body: { source_branch: "switchyard/run-1-1", target_branch: "main", description: "It counts." },
      },
    ]);
  });
});

it("knows hosts by their names", () => {
  expect(["github.com", "gitlab.com", "git.example", "gitlab.acme.example"].map(kindOfHost)).toEqual([
    "github",
    "gitlab",
    "github",
    "gitlab",
  ]);
});

it("is not there for an address without a repository", () => {
  expect(createCodeHost(repository("/shop.git"), "secret")).toBeNull();
});

describe("the report of checks", () => {
  const checks = (...statuses: CheckStatus[]) => statuses.map((status) => ({ name: status, status, url: null }));

  it.each([
    [[], null, false],
    [["success", "success"], "success", true],
    [["pending", "pending"], "pending", false],
    [["pending", "success"], "running", false],
    [["running", "success"], "running", false],
    [["running", "failure"], "failure", false],
    [["success", "failure"], "failure", true],
  ] as [CheckStatus[], CheckStatus | null, boolean][])("of %j is %s", (statuses, status, isFinal) => {
    expect(buildCheckReport(checks(...statuses))?.status ?? null).toBe(status);
    expect(areChecksFinal(checks(...statuses))).toBe(isFinal);
  });

  it("has a hundred checks at most, the failed ones first, with names and addresses that the service takes", () => {
    const many = [...checks(...Array.from({ length: 120 }, () => "success" as const)), ...checks("failure")];
    const report = buildCheckReport(many);
    expect([report?.checks.length, report?.checks[0]?.name]).toEqual([100, "failure"]);
    const odd = { name: " ".repeat(3), status: "success" as const, url: "javascript:alert(1)" };
    expect(buildCheckReport([odd, { ...odd, name: "n".repeat(300), url: "https://x.example/" }])?.checks).toEqual([
      { name: "unnamed", status: "success" },
      { name: "n".repeat(200), status: "success", url: "https://x.example/" },
    ]);
  });
});
