import { createServer } from "node:http";
import type { IncomingMessage, Server } from "node:http";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { codeHostOf, kindOfHost } from "./codeHost";

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: unknown;
}

let server: Server;
let asked: Asked[];
let answers: { status: number; body: unknown; location?: string }[];
beforeEach(async () => {
  [asked, answers] = [[], []];
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => (text += String(chunk)));
    request.on("end", () => {
      const { method, url, headers } = request;
      asked.push({ method, url, headers, body: text === "" ? null : JSON.parse(text) });
      const { status, body, location } = answers.shift() ?? { status: 500, body: {} };
      response.writeHead(status, location === undefined ? {} : { location }).end(JSON.stringify(body));
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
  const host = () => codeHostOf(repository("/acme/shop.git"), "secret", "github");

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
    answers.push({ status: 302, body: {}, location: "/elsewhere" });
    await expect(host()?.open(proposal, signal)).rejects.toThrow("fetch failed");
    expect(asked).toHaveLength(2);
  });
});

describe("GitLab", () => {
  it("opens and finds merge requests, also of groups within groups", async () => {
    answers.push({ status: 200, body: [] });
    answers.push({ status: 201, body: { web_url: "https://gitlab.example/a/b/shop/-/merge_requests/3", iid: 3 } });
    const host = codeHostOf(repository("/a/b/shop.git"), "secret", "gitlab");
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
  expect(codeHostOf(repository("/shop.git"), "secret")).toBeNull();
});
