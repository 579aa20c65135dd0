// Long discussions and renamed repositories: a look sees what was said last, and the key stays at its host.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { KnownAnswers } from "./answers";
import { createCodeHost } from "./codeHost";
import { HostLimits } from "./limits";

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
const memory = () => ({ answers: new KnownAnswers(), limits: new HostLimits() });
const followed = (known = memory()) =>
  createCodeHost(new URL("/acme/shop", origin()), "token-token-token", "github", known)!.follow(
    7,
    new AbortController().signal,
  );

const head = "a".repeat(40);
const pull = { state: "open", head: { sha: head }, base: { ref: "main" }, mergeable: true };

interface Discussion {
  comments?: object[];
  reviewComments?: object[];
  threads?: object[];
  /** Whether the host names other pages. */
  hasLinks?: boolean;
  /** Whether it answers a page that has not changed with 304, and whether such an answer names other pages. */
  tags?: { haveLinks: boolean };
}

/** A host with the request 7, about which this was said. */
function hosting({ comments = [], reviewComments = [], threads = [], hasLinks = true, tags }: Discussion): Answering {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://host");
    const reply = (body: object) => void response.end(JSON.stringify(body));
    if (pathname.endsWith("/graphql")) {
      const reviewThreads = { pageInfo: { hasPreviousPage: false, startCursor: null }, nodes: threads };
      return reply({ data: { repository: { pullRequest: { reviewThreads } } } });
    }
    if (pathname.endsWith("/pulls/7")) return reply(pull);
    if (pathname.endsWith("/user")) return reply({ login: "bot" });
    if (pathname.includes("/collaborators/")) return reply({ permission: "write" });
    if (pathname.endsWith("/check-runs")) return reply({ check_runs: [] });
    if (pathname.endsWith("/status")) return reply({ statuses: [] });
    const lists = { "/issues/7/comments": comments, "/pulls/7/comments": reviewComments };
    const list = Object.entries(lists).find(([ending]) => pathname.endsWith(ending))?.[1] ?? [];
    const [page, size] = [Number(searchParams.get("page")), Number(searchParams.get("per_page"))];
    const body = JSON.stringify(list.slice((page - 1) * size, page * size));
    const tag = `"${createHash("sha256").update(body).digest("hex")}"`;
    if (tags !== undefined) response.setHeader("ETag", tag);
    const isKnown = tags !== undefined && request.headers["if-none-match"] === tag;
    const last = Math.ceil(list.length / size);
    if (hasLinks && last > 1 && (!isKnown || tags.haveLinks)) {
      const link = (to: number, rel: string) => `<https://elsewhere.example/r?page=${to}&per_page=100>; rel="${rel}"`;
      const others = page < last ? [link(page + 1, "next"), link(last, "last")] : [link(1, "first")];
      response.setHeader("Link", others.join(", "));
    }
    return isKnown ? void response.writeHead(304).end() : void response.end(body);
  };
}

const comment = (id: number, more: object = {}) => ({
  id,
  user: { login: "ada", type: "User" },
  body: `Comment ${id}.`,
  ...more,
});
const commentsUpTo = (count: number) => Array.from({ length: count }, (_, index) => comment(index + 1));
const inCode = { path: "a.ts", line: 1 };

describe("a request with many comments", () => {
  const pagesAsked = () => asked.filter(({ url }) => url.pathname.endsWith("/issues/7/comments")).length;
  /** Without the item about the request itself. */
  const heard = async (known = memory()) => {
    const { items, isWhole } = await followed(known).readFeedback();
    return { keys: items.flatMap(({ key }) => (key.startsWith("comment:") ? [key] : [])), isWhole };
  };

  it.each([
    [1001, true, 6],
    [1001, false, 11],
    [600, true, 6],
  ])("of %i is read at its end, whether or not its host names the last page (%s)", async (count, hasLinks, pages) => {
    answering = hosting({ comments: commentsUpTo(count), hasLinks });
    const { keys, isWhole } = await heard();
    expect([keys.includes(`comment:${count}`), keys.includes("comment:1"), isWhole]).toEqual([true, false, false]);
    expect(pagesAsked()).toBe(pages);
  });

  it.each([
    [500, true],
    [600, false],
    [1000, false],
  ])("of exactly %i loses no page where its host names none", async (count, isWhole) => {
    answering = hosting({ comments: commentsUpTo(count), hasLinks: false });
    expect(await heard()).toMatchObject({ keys: { length: 500 }, isWhole });
  });

  it.each([true, false])(
    "has a new page although the one before has not changed (it is named: %s)",
    async (haveLinks) => {
      const known = memory();
      const comments = commentsUpTo(200);
      answering = hosting({ comments, tags: { haveLinks } });
      await heard(known);
      comments.push(comment(201));
      expect((await heard(known)).keys).toContain("comment:201");
    },
  );
});

describe("a request with many comments in its code", () => {
  const codeComments = (count: number) => Array.from({ length: count }, (_, index) => comment(index + 1, inCode));
  const threadOf = async (id: number) =>
    (await followed().readFeedback()).items.find(({ key }) => key === `thread:${id}`);

  it("leaves a resolved thread alone whose first comment is long past", async () => {
    const reply = comment(601, { in_reply_to_id: 1, ...inCode });
    const threads = [{ isResolved: true, comments: { nodes: [{ fullDatabaseId: "1" }] } }];
    answering = hosting({ reviewComments: [...codeComments(600), reply], threads });
    expect(await threadOf(1)).toBeUndefined();
  });

  it("leaves a thread as it is when its first comment is among those that are not read any more", async () => {
    const reviewComments = codeComments(560);
    reviewComments[549] = comment(550, { in_reply_to_id: 150, ...inCode });
    answering = hosting({ reviewComments });
    expect((await threadOf(150))?.text).toContain("Comment 150.");
    reviewComments.push(...codeComments(601).slice(560));
    expect(await threadOf(150)).toBeUndefined();
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
    await expect(followed().readPullRequest()).rejects.toThrow("something else than its API does");
    expect(asked[1]?.url.pathname).toBe("/api/v3/repositories/1/pulls/7");
    expect(asked[1]?.hasKey).toBe(true);
  });

  it("is not followed a second time, and to no other host", async () => {
    answering = ({ url = "" }, response) =>
      void response.writeHead(301, { Location: `${origin()}${url}/again` }).end("{}");
    await expect(followed().readPullRequest()).rejects.toThrow("cannot be reached");
    expect(asked).toHaveLength(2);
    answering = (_request, response) =>
      void response.writeHead(301, { Location: `${origin().replace("127.0.0.1", "localhost")}/api/v3/x` }).end("{}");
    await expect(followed().readPullRequest()).rejects.toThrow("it redirects elsewhere");
    expect(asked).toHaveLength(3);
  });
});
