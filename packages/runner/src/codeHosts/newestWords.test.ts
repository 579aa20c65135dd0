// Long discussions and renamed repositories: a look sees what was said last, and the key stays at its host.
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCodeHost } from "./codeHost";

type Answering = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let answering: Answering;
let asked: { url: URL; hasKey: boolean }[] = [];

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push({
      url: new URL(request.url ?? "", "http://host"),
      hasKey: request.headers.authorization !== undefined,
    });
    answering(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

function origin(): string {
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;
}
const followed = () =>
  createCodeHost(new URL("/acme/shop", origin()), "token-token-token", "github")!.follow(
    7,
    new AbortController().signal,
  );

const head = "a".repeat(40);
const pull = { state: "open", head: { sha: head }, base: { ref: "main" }, mergeable: true };

describe("a request with a thousand comments", () => {
  const comments = Array.from({ length: 1001 }, (_, index) => ({
    id: index + 1,
    user: { login: "ada", type: "User" },
    body: `Comment ${index + 1}.`,
  }));

  it.each([
    ["whose host names the last page", true, 6],
    ["whose host names no page", false, 11],
  ])("%s is read at its end", async (_which, hasLink, pages) => {
    answering = ({ url = "" }, response) => {
      const { pathname, searchParams } = new URL(url, "http://host");
      const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
      if (pathname.endsWith("/pulls/7")) return response.end(JSON.stringify(pull));
      if (pathname.endsWith("/user")) return response.end(JSON.stringify({ login: "bot" }));
      if (pathname.includes("/collaborators/")) return response.end(JSON.stringify({ permission: "write" }));
      if (pathname.endsWith("/check-runs")) return response.end(JSON.stringify({ check_runs: [] }));
      if (pathname.endsWith("/status")) return response.end(JSON.stringify({ statuses: [] }));
      if (!pathname.endsWith("/issues/7/comments")) return response.end("[]");
      const next = `<https://elsewhere.example/r?page=${page + 1}&per_page=100>; rel="next"`;
      const last = `<https://elsewhere.example/r?page=11&per_page=100>; rel="last"`;
      if (hasLink && page < 11) response.setHeader("Link", `${next}, ${last}`);
      return response.end(JSON.stringify(comments.slice((page - 1) * size, page * size)));
    };
    const { items, isWhole } = await followed().readFeedback();
    expect(items.map(({ key }) => key)).toContain("comment:1001");
    expect(items.map(({ key }) => key)).not.toContain("comment:1");
    expect(isWhole).toBe(false);
    expect(asked.filter(({ url }) => url.pathname.endsWith("/issues/7/comments"))).toHaveLength(pages);
  });
});

describe("a repository that was renamed", () => {
  it("is followed to where its host says it is", async () => {
    answering = ({ url = "" }, response) => {
      if (url.includes("/repositories/1/")) return response.end(JSON.stringify(pull));
      if (!url.endsWith("/pulls/7")) return response.end("{}");
      return response.writeHead(301, { Location: `${origin()}/api/v3/repositories/1/pulls/7` }).end("{}");
    };
    // The fields of no other thing are those of a pull request.
    await expect(followed().readRequest()).rejects.toThrow("something else than its API does");
    expect(asked[1]?.url.pathname).toBe("/api/v3/repositories/1/pulls/7");
    expect(asked[1]?.hasKey).toBe(true);
  });

  it("is not followed a second time, and to no other host", async () => {
    answering = ({ url = "" }, response) =>
      void response.writeHead(301, { Location: `${origin()}${url}/again` }).end("{}");
    await expect(followed().readRequest()).rejects.toThrow("cannot be reached");
    expect(asked).toHaveLength(2);
    answering = (_request, response) =>
      void response.writeHead(301, { Location: `${origin().replace("127.0.0.1", "localhost")}/api/v3/x` }).end("{}");
    await expect(followed().readRequest()).rejects.toThrow("it redirects elsewhere");
    expect(asked).toHaveLength(3);
  });
});
