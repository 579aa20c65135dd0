import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildCheckReport } from "./checks";
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
let answers: { status: number; body: unknown; text?: string; headers?: Record<string, string> }[];
beforeEach(async () => {
  [asked, answers] = [[], []];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const { method, url, headers } = request;
      asked.push({ method, url, headers, body: text === "" ? null : JSON.parse(text) });
      const { status, body, text: said, headers: told = {} } = answers.shift() ?? { status: 500, body: {} };
      response.writeHead(status, told).end(status === 304 ? undefined : (said ?? JSON.stringify(body)));
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

  it("is not believed that a page has more than was asked for", async () => {
    const checks = Array.from({ length: 5000 }, () => ({ name: "n", status: "success" }));
    answers.push({ status: 200, body: checks });
    const host = createCodeHost(repository("/a/shop.git"), "secret", "gitlab");
    expect(await host?.checks("abc", signal)).toHaveLength(100);
    expect(asked).toHaveLength(1);
  });

  it("opens and finds merge requests, also of groups within groups", async () => {
    answers.push({ status: 200, body: [] });
    answers.push({ status: 201, body: { web_url: "https://gitlab.example/a/b/shop/-/merge_requests/3", iid: 3 } });
    const host = createCodeHost(repository("/a/b/shop.git"), "secret", "gitlab");
    expect(await host?.find(proposal, signal)).toBeNull();
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

it("is refused with a short reason, also where the host's own has any number of levels", async () => {
  const levels = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  answers.push({ status: 400, body: null, text: `{"message":${levels}}` });
  answers.push({ status: 409, body: { message: ["Another open merge request exists: !3"] } });
  const host = createCodeHost(repository("/a/shop.git"), "secret", "gitlab");
  await expect(host?.open(proposal, signal)).rejects.toThrow(/answered 400: a reason that is too long$/);
  await expect(host?.open(proposal, signal)).rejects.toThrow(
    /answered 409: \["Another open merge request exists: !3"\]$/,
  );
});

describe("a key", () => {
  const key = 'ghp_0123"456789';

  it("is in no message, also where a host repeats it, however long its reason is", async () => {
    const host = createCodeHost(repository("/a/shop.git"), key, "gitlab");
    const say = async (message: unknown) => {
      answers.push({ status: 400, body: { message } });
      return await host?.open(proposal, signal).catch((error: Error) => error.message);
    };
    expect(await say(`No ${key}`)).toMatch(/answered 400: No \*\*\*$/);
    expect(await say([`No ${key}`])).toMatch(/answered 400: \["No \*\*\*"\]$/);
    expect(await say(`${"x".repeat(495)}${key}`)).not.toContain("ghp_");
  });

  it("is in no message where it cannot be sent", async () => {
    for (const token of ["ghp_first\nsecond", "ghp_first\u20acsecond"]) {
      for (const kind of ["github", "gitlab"] as const) {
        const read = createCodeHost(repository("/a/shop.git"), token, kind)?.read(3, signal);
        const message = await read?.catch((error: Error) => error.message);
        expect(message).toMatch(/cannot be reached: /);
        expect(message).not.toMatch(/first|second/);
      }
    }
  });
});

it("is not there for an address without a repository", () => {
  expect(createCodeHost(repository("/shop.git"), "secret")).toBeNull();
});

describe("the report of checks", () => {
  const checks = (...statuses: CheckStatus[]) => statuses.map((status) => ({ name: status, status, url: null }));

  it.each([
    [[], null],
    [["success", "success"], "success"],
    [["pending", "pending"], "pending"],
    [["pending", "success"], "running"],
    [["running", "success"], "running"],
    [["running", "failure"], "failure"],
    [["success", "failure"], "failure"],
  ] as [CheckStatus[], CheckStatus | null][])("of %j is %s", (statuses, status) => {
    expect(buildCheckReport(checks(...statuses))?.status ?? null).toBe(status);
  });

  it("has no more characters than the service takes", () => {
    const url = `https://x.example/${"u".repeat(1000)}`;
    const many = Array.from({ length: 100 }, (_, at) => ({
      name: `${at}${"n".repeat(190)}`,
      status: "success" as const,
      url,
    }));
    const report = buildCheckReport(many);
    expect(JSON.stringify(report?.checks).length).toBeLessThanOrEqual(30_000);
    expect(report?.checks.length).toBe(100);
    const wide = buildCheckReport(many.map(({ status }) => ({ name: "\\".repeat(190), status, url })));
    expect(JSON.stringify(wide?.checks).length).toBeLessThanOrEqual(30_000);
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
