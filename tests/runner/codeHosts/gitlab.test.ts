// What the runner reads of a merge request at GitLab, and what it says there.
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createCodeHost } from "../../../packages/runner/src/codeHosts/codeHost";
import { CodeHostBusyError } from "../../../packages/runner/src/codeHosts/errors";

const token = "glpat-0123456789abcdefghij";
const { signal } = new AbortController();
const head = "a".repeat(40);
const discussion = "d".repeat(40);
const project = "/api/v4/projects/acme%2Fshop";
const request = `${project}/merge_requests/3`;

interface Note {
  id: number;
  body: string;
  author: { id: number; username: string };
  [field: string]: unknown;
}

let server: Server;
let url: string;
let asked: { method: string; path: string; body: unknown; key: unknown }[];
/** The answers to GET, by path. Everything else is missing. */
let answers: Record<string, unknown>;
let refusal: { status: number; headers: Record<string, string> } | null;

beforeEach(async () => {
  [asked, refusal] = [[], null];
  answers = {
    [request]: {
      iid: 3,
      state: "opened",
      draft: false,
      sha: head,
      target_branch: "main",
      description: "It counts.",
      has_conflicts: false,
      detailed_merge_status: "mergeable",
      diff_refs: { base_sha: "b".repeat(40), head_sha: head, start_sha: "c".repeat(40) },
    },
    [`${request}/approvals`]: { approved_by: [] },
    [`${request}/reviewers`]: [],
    [`${request}/discussions`]: [],
    [`${project}/repository/commits/${head}/statuses`]: [],
    "/api/v4/user": { id: 9, username: "switchyard" },
  };
  server = createServer((incoming, response) => {
    void text(incoming).then((sent) => {
      const { pathname } = new URL(incoming.url ?? "", "http://localhost");
      const { method = "", headers } = incoming;
      const body: unknown = sent === "" ? null : JSON.parse(sent);
      asked.push({ method, path: pathname, body, key: headers["private-token"] });
      if (refusal !== null) return response.writeHead(refusal.status, refusal.headers).end("{}");
      const answer = method === "GET" ? answers[pathname] : change(method, pathname, body as Record<string, string>);
      if (typeof answer === "string") return response.writeHead(200).end(answer);
      return response.writeHead(answer === undefined ? 404 : 200).end(JSON.stringify(answer ?? { message: "404" }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

/** Takes what the runner writes, as GitLab does. */
function change(method: string, path: string, body: Record<string, string>): unknown {
  if (method === "PUT") return Object.assign(answers[request] as object, body);
  const thread = notes(path.split("/").at(-2) ?? "");
  const made = note(100 + thread.length, "switchyard", body["body"] ?? "");
  thread.push(made);
  return made;
}

function notes(id: string): Note[] {
  const all = answers[`${request}/discussions`] as { id: string; notes: Note[] }[];
  return all.find((one) => one.id === id)?.notes ?? [];
}

const people: Record<string, number> = { ada: 1, bob: 2, switchyard: 9, project_7_bot_0a1b: 10 };

function note(id: number, username: string, body: string, more: object = {}): Note {
  const author = { id: people[username] ?? 99, username };
  return { id, body, author, created_at: "2026-01-01T00:00:00.000Z", system: false, ...more };
}

const mergeRequest = (key: string | null = token) => {
  const host = createCodeHost(new URL("/acme/shop.git", url), key, "gitlab");
  if (host === null) throw new Error("The address is that of a repository.");
  return host.follow(3, signal);
};
const items = async () => (await mergeRequest().readFeedback()).items;

it("a request from a fork, or into another branch, is not taken for that of the branch", async () => {
  const host = createCodeHost(new URL("/acme/shop.git", url), token, "gitlab");
  const branches = { from: "switchyard/run-1-1", into: "main" };
  const listed = (iid: number, fields: object) => ({
    iid,
    web_url: `${url}/acme/shop/-/merge_requests/${iid}`,
    source_branch: branches.from,
    target_branch: "main",
    source_project_id: 1,
    target_project_id: 1,
    ...fields,
  });
  const all = [
    listed(9, { source_project_id: 666 }),
    listed(8, { source_project_id: null }),
    listed(7, { target_branch: "release" }),
  ];
  answers[`${project}/merge_requests`] = all;
  expect(await host?.find(branches, signal)).toBeNull();
  all.push(listed(6, {}));
  expect(await host?.find(branches, signal)).toEqual({ url: `${url}/acme/shop/-/merge_requests/6`, number: 6 });
});

describe("the request", () => {
  it("has its state, votes and checks", async () => {
    answers[`${request}/approvals`] = { approved_by: [{ user: { id: 1, username: "ada" } }] };
    answers[`${request}/reviewers`] = [
      { user: { id: 2, username: "bob" }, state: "requested_changes" },
      { user: { id: 1, username: "ada" }, state: "approved" },
    ];
    for (const id of [1, 2]) answers[`${project}/members/all/${id}`] = { access_level: 40 };
    answers[`${project}/repository/commits/${head}/statuses`] = [{ id: 5, name: "test", status: "running" }];
    expect(await mergeRequest().readPullRequest()).toMatchObject({
      state: "open",
      head,
      base: "main",
      mergeable: "clean",
      approvals: 1,
      changesRequested: 1,
      checks: [{ name: "test", status: "running" }],
    });
  });

  it.each([
    [{ has_conflicts: true, detailed_merge_status: "conflict" }, "conflict"],
    [{ detailed_merge_status: "checking" }, "unknown"],
    [{ detailed_merge_status: "not_approved" }, "clean"],
  ])("that is %j is %s", async (fields, mergeable) => {
    Object.assign(answers[request] as object, fields);
    expect(await mergeRequest().readPullRequest()).toMatchObject({ mergeable });
  });

  it("is not approved by a stranger whose name is like a bot's", async () => {
    const bots = ["security-bot", "project_7_bot_0a1b"].map((username, at) => ({ user: { id: at + 1, username } }));
    answers[`${request}/approvals`] = { approved_by: bots };
    answers[`${project}/members/all/2`] = { access_level: 40 };
    expect(await mergeRequest().readPullRequest()).toMatchObject({ approvals: 1 });
  });

  it("of an older server, which knows no reviewers, and without a key is read", async () => {
    delete answers[`${request}/reviewers`];
    expect(await mergeRequest(null).readPullRequest()).toMatchObject({ approvals: 0, changesRequested: 0 });
    expect(asked.every(({ key }) => key === undefined)).toBe(true);
  });
});

describe("feedback", () => {
  it("has threads with who can write, bots marked, and system notes left out", async () => {
    answers[`${project}/members/all/1`] = { access_level: 30 };
    answers[`${project}/members/all/2`] = { access_level: 20 };
    const position = { new_path: "src/till.ts", old_path: "src/till.ts", new_line: 7, old_line: null };
    const open = { resolvable: true, resolved: false, position };
    answers[`${request}/discussions`] = [
      { id: discussion, notes: [note(1, "ada", "Why?", open), note(2, "bob", "Because.", open)] },
      { id: "e".repeat(40), notes: [note(3, "ada", "Old.", { resolvable: true, resolved: true })] },
      { id: "f".repeat(40), notes: [note(4, "ada", "changed the title", { system: true })] },
      { id: "0".repeat(40), notes: [note(5, "project_7_bot_0a1b", "80 %")] },
    ];
    expect((await items()).slice(1)).toMatchObject([
      {
        key: `thread:${discussion}`,
        title: "Comment by ada on src/till.ts",
        text: "ada:\nWhy?\n\nbob:\nBecause.",
        author: { login: "ada", canWrite: true, isBot: false },
        others: [{ login: "bob", canWrite: false }],
        path: "src/till.ts",
        line: 7,
        url: `${url}/acme/shop/-/merge_requests/3#note_1`,
      },
      { key: `thread:${"e".repeat(40)}`, isResolved: true },
      { key: `thread:${"0".repeat(40)}`, author: { isBot: true, canWrite: false } },
    ]);
  });

  it("knows all lines of a thread, and whether they have changed since", async () => {
    const place = { new_path: "a.ts", old_path: "a.ts", new_line: 9, old_line: null };
    const line_range = { start: { new_line: 7, old_line: null, type: "new" }, end: { new_line: 9, old_line: null } };
    const now = { position: { ...place, line_range, head_sha: head } };
    const old = { position: { ...place, new_line: null, old_line: 4, head_sha: "b".repeat(40) } };
    answers[`${request}/discussions`] = [
      { id: discussion, notes: [note(1, "ada", "Why?", now)] },
      { id: "e".repeat(40), notes: [note(2, "ada", "Why?", old)] },
      { id: "f".repeat(40), notes: [note(3, "ada", "Why?")] },
    ];
    expect(Object.fromEntries(await mergeRequest().readLines())).toEqual({
      [`thread:${discussion}`]: { start: 7, end: 9, isOutdated: false, hunk: null },
      [`thread:${"e".repeat(40)}`]: { start: null, end: 4, isOutdated: true, hunk: null },
    });
  });

  it("has a failed job with the end of its log", async () => {
    const target_url = `${url}/acme/shop/-/jobs/5`;
    answers[`${project}/repository/commits/${head}/statuses`] = [
      { id: 5, name: "test", status: "failed", target_url },
      { id: 6, name: "lint", status: "failed", target_url: "https://ci.example/6", description: "2 errors" },
      { id: 7, name: "old", status: "canceled" },
      { id: 8, name: "may", status: "failed", allow_failure: true },
    ];
    answers[`${project}/jobs/5/trace`] = `section_start:1:a\r\u001b[0Kline 1\n${token}\nnot ok\n`;
    const [, lint, test, ...others] = await items();
    expect(test).toMatchObject({ key: "check:test", url: target_url });
    expect(test?.text).toBe(
      `The check has ended with failed on commit ${head}. The end of its log:\n\nline 1\n***\nnot ok`,
    );
    expect(lint?.text).toContain("2 errors");
    expect(others).toEqual([]);
  });

  it("has a conflict, and changes that are requested", async () => {
    Object.assign(answers[request] as object, { has_conflicts: true });
    answers[`${request}/reviewers`] = [{ user: { id: 2, username: "bob" }, state: "requested_changes" }];
    expect(await items()).toMatchObject([
      { key: "conflict", text: `Commit ${head} conflicts with main at ${"c".repeat(40)}: the host cannot merge it.` },
      { key: "review:2", kind: "review", title: "Changes requested by bob" },
    ]);
  });
});

it("an answer is said once for each commit in its thread, and does not come back as feedback", async () => {
  answers[`${request}/discussions`] = [{ id: discussion, notes: [note(1, "ada", "Why?")] }];
  const [before, answer] = [await items(), { commit: head, text: "Done in abc." }];
  expect(await mergeRequest().answerThread(`thread:${discussion}`, answer)).toBe(true);
  expect(await mergeRequest().answerThread(`thread:${discussion}`, answer)).toBe(false);
  expect(notes(discussion).map(({ body }) => body.split("\n")[0])).toEqual(["Why?", "Done in abc."]);
  expect(await items()).toEqual(before);
});

it("the text of the request has the runner's own section", async () => {
  await mergeRequest().updatePullRequestText("Round 1");
  expect((answers[request] as { description: string }).description).toContain(
    "It counts.\n\n<!-- switchyard:begin -->",
  );
});

it("a limit ends the look", async () => {
  refusal = { status: 429, headers: { "Retry-After": "60" } };
  await expect(mergeRequest().readPullRequest()).rejects.toThrow(CodeHostBusyError);
  expect(asked).toHaveLength(1);
});
