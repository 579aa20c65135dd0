// The parameter `search` of lists: what it finds, for whom, in which pages, and what it refuses.
import { describe, expect, it } from "vitest";
import { describeEverywhere } from "../support/deployment";
import { engineDeployment } from "../support/engineDeployment";
import {
  client,
  createProject,
  createWorkflow,
  dataOf,
  projectForEach,
  refusalOf,
  startRun,
} from "../support/fixtures";
import type { Client } from "../support/fixtures";
import { inProcess } from "../support/inProcess";

const lists = ["/runs", "/runs/list", "/issues/list", "/learnings/list"];

interface Page {
  data: { id: string }[];
  nextCursor: string | null;
  hasMore: boolean;
}

function searcher(api: Client) {
  const pageOf = async (path: string, parameters: Record<string, string | number>): Promise<Page> =>
    (
      await api.get(
        `${path}?${new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, `${value}`]))}`,
      )
    ).body;
  const find = async (path: string, search: string, filters: Record<string, string> = {}): Promise<string[]> =>
    (await pageOf(path, { search, ...filters })).data.map(({ id }) => id).toSorted();
  return { pageOf, find };
}

const sorted = (...ids: string[]): string[] => ids.toSorted();

const createIssue = async (api: Client, fields: object): Promise<string> =>
  (await dataOf(api.post("/issues/create", fields))).id;
const createLearning = async (api: Client, fields: object): Promise<string> =>
  (await dataOf(api.post("/learnings/create", fields))).id;

describeEverywhere((deployment) => {
  const { api, stranger } = projectForEach(deployment);
  const { find, pageOf } = searcher(api);

  describe("GET /api/v1/runs/list with search", () => {
    it("200 with runs by the words of their name and prompt, also after they are renamed", async () => {
      const named = await startRun(api, { name: "Nightly cleanup", prompt: "Remove stale branches" });
      const unnamed = await startRun(api, { prompt: "Improve login\nand logout" });
      expect(await find("/runs/list", "cleanup")).toEqual([named.id]);
      expect(await find("/runs/list", "stale BRANCH")).toEqual([named.id]);
      expect(await find("/runs/list", "logout nightly")).toEqual(sorted(named.id, unnamed.id));
      expect(await find("/runs", "logout")).toEqual([unnamed.id]);
      await api.post("/runs/rename", { runId: named.id, name: "Weekly order" });
      expect(await find("/runs/list", "nightly")).toEqual([]);
      expect(await find("/runs/list", "weekly")).toEqual([named.id]);
      expect(await find("/runs/list", "stale")).toEqual([named.id]);
    });

    it("200 with the runs that match all filters, by their present status", async () => {
      const workflowId = await createWorkflow(api);
      const cancelled = await startRun(api, { workflowId, prompt: "Improve login" });
      const pending = await startRun(api, { workflowId, prompt: "Improve login" });
      const other = await startRun(api, { prompt: "Improve login" });
      await api.post("/runs/cancel", { runId: cancelled.id });
      expect(await find("/runs/list", "login", { status: "cancelled" })).toEqual([cancelled.id]);
      expect(await find("/runs/list", "login", { workflowId, status: "pending" })).toEqual([pending.id]);
      expect(await find("/runs/list", "login", { source: "api", status: "pending" })).toEqual(
        sorted(pending.id, other.id),
      );
      expect(await find("/runs/list", "login", { source: "callback" })).toEqual([]);
    });

    it("200 without runs in the trash, until they are restored", async () => {
      const { id: runId } = await startRun(api, { prompt: "Improve login" });
      await api.post("/runs/delete", { runId });
      expect(await find("/runs/list", "login")).toEqual([]);
      await api.post("/runs/restore", { runId });
      expect(await find("/runs/list", "login")).toEqual([runId]);
    });

    it.each(["createdAfter", "createdBefore"])("400 VALIDATION with %s, by which it does not filter", async (field) => {
      expect(await refusalOf(api.get(`/runs/list?search=x&${field}=1`))).toEqual([400, "VALIDATION", "search"]);
    });

    it("404 NOT_FOUND and 403 FORBIDDEN for a workflow as without a search", async () => {
      const theirs = await createWorkflow(stranger);
      expect(await refusalOf(api.get("/runs/list?search=x&workflowId=wf_x"))).toEqual([404, "NOT_FOUND"]);
      expect(await refusalOf(api.get(`/runs/list?search=x&workflowId=${theirs}`))).toEqual([403, "FORBIDDEN"]);
    });
  });

  describe("GET /api/v1/issues/list with search", () => {
    it("200 with issues by the words of their texts, as they are now", async () => {
      const texts = { title: "Crash at startup", description: "Segfault in parser", suggestedPrompt: "Guard lookups" };
      const id = await createIssue(api, texts);
      await createIssue(api, { title: "Typo" });
      for (const word of ["crash", "segfault", "lookup"]) expect(await find("/issues/list", word)).toEqual([id]);
      await api.post("/issues/update", { issueId: id, description: null, title: "Crash at exit" });
      expect(await find("/issues/list", "segfault startup")).toEqual([]);
      expect(await find("/issues/list", "exit")).toEqual([id]);
      expect(await find("/issues/list", "lookups")).toEqual([id]);
    });

    it("200 with the issues that match all filters", async () => {
      const { id: sessionId } = await dataOf(api.post("/issue-sessions/start", { prompt: "Look." }));
      const high = await createIssue(api, { title: "Crash", priority: "high", sessionId });
      const low = await createIssue(api, { title: "Crash", priority: "low" });
      await api.post("/issues/update", { issueId: low, status: "closed" });
      expect(await find("/issues/list", "crash", { priority: "high" })).toEqual([high]);
      expect(await find("/issues/list", "crash", { status: "closed" })).toEqual([low]);
      expect(await find("/issues/list", "crash", { sessionId })).toEqual([high]);
      expect(await find("/issues/list", "crash", { sessionId, status: "closed" })).toEqual([]);
    });

    it("200 without deleted issues", async () => {
      const issueId = await createIssue(api, { title: "Crash" });
      await api.post("/issues/delete", { issueId });
      expect(await find("/issues/list", "crash")).toEqual([]);
    });
  });

  describe("GET /api/v1/learnings/list with search", () => {
    it("200 with learnings by the words of their texts, as they are now", async () => {
      const texts = { description: "Run the linter", trigger: "Before pushing", correctBehavior: "Zero warnings" };
      const id = await createLearning(api, texts);
      for (const word of ["linter", "pushing", "warnings"]) expect(await find("/learnings/list", word)).toEqual([id]);
      await api.post("/learnings/update-content", { learningId: id, trigger: "After pulling" });
      expect(await find("/learnings/list", "pushing")).toEqual([]);
      expect(await find("/learnings/list", "pulling")).toEqual([id]);
    });

    it("200 with the learnings that match all filters, without those in the trash", async () => {
      const builds = await createLearning(api, { description: "Cache it", category: "builds" });
      const approved = await createLearning(api, { description: "Cache it" });
      const gone = await createLearning(api, { description: "Cache it" });
      await api.post("/learnings/update-status", { learningId: approved, status: "approved" });
      await api.post("/learnings/delete", { learningId: gone });
      expect(await find("/learnings/list", "cache")).toEqual(sorted(builds, approved));
      expect(await find("/learnings/list", "cache", { category: "builds" })).toEqual([builds]);
      expect(await find("/learnings/list", "cache", { status: "approved" })).toEqual([approved]);
    });
  });

  describe("every list with search", () => {
    it("200 with nothing of other projects", async () => {
      await startRun(stranger, { prompt: "secret word" });
      await createIssue(stranger, { title: "secret word" });
      await createLearning(stranger, { description: "secret word" });
      for (const path of lists) expect(await find(path, "secret word")).toEqual([]);
    });

    it.each(lists)("400 VALIDATION of %s without a word, and with more than 200 characters", async (path) => {
      for (const search of ["", "%20%20", "%3F!", `${"a".repeat(199)}%20b`]) {
        expect(await refusalOf(api.get(`${path}?search=${search}`))).toEqual([400, "VALIDATION", "search"]);
      }
      expect((await api.get(`${path}?search=${"a%20".repeat(99)}a`)).status).toBe(200);
    });

    it("200 in pages that repeat and leave out nothing while other rows are added and removed", async () => {
      const titles = Array.from({ length: 7 }, (_, at) => `Crash number${at}`);
      const ids: string[] = [];
      for (const title of titles) ids.push(await createIssue(api, { title }));
      const first = await pageOf("/issues/list", { search: "crash", limit: 3 });
      expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
      const seen = first.data.map(({ id }) => id);
      await createIssue(api, { title: "Another word" });
      await createIssue(api, { title: "Crash crash crash" });
      const gone = ids.find((id) => !seen.includes(id));
      await api.post("/issues/delete", { issueId: gone });
      let { nextCursor } = first;
      while (nextCursor !== null) {
        const page = await pageOf("/issues/list", { search: "crash", limit: 3, cursor: nextCursor });
        seen.push(...page.data.map(({ id }) => id));
        ({ nextCursor } = page);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen).toEqual(expect.arrayContaining(ids.filter((id) => id !== gone)));
    });

    it("400 VALIDATION for a cursor of another search, of the list without one, or of another project", async () => {
      for (let at = 0; at < 3; at++) await createIssue(api, { title: "Crash" });
      const { nextCursor } = await pageOf("/issues/list", { search: "crash", limit: 1 });
      const { nextCursor: plain } = await pageOf("/issues/list", { limit: 1 });
      const refused = (query: string, by = api) => refusalOf(by.get(`/issues/list?${query}`));
      const invalid = [400, "VALIDATION", "cursor"];
      expect(await refused(`search=crashes&cursor=${nextCursor}`)).toEqual(invalid);
      expect(await refused(`search=crash&status=open&cursor=${nextCursor}`)).toEqual(invalid);
      expect(await refused(`cursor=${nextCursor}`)).toEqual(invalid);
      expect(await refused(`search=crash&cursor=${plain}`)).toEqual(invalid);
      expect(await refused(`search=crash&cursor=${nextCursor}`, stranger)).toEqual(invalid);
      expect((await api.get(`/issues/list?search=crash&cursor=${nextCursor}`)).status).toBe(200);
    });
  });
});

/** convex-test finds rows but does not sort them by relevance. */
describe("on the engine", () => {
  const deployment = engineDeployment();

  it("200 with the best first, and the newest first among equals", async () => {
    const api = client(deployment, (await createProject(deployment)).apiKey);
    const older = await createIssue(api, { title: "Crash at exit" });
    const newer = await createIssue(api, { title: "Crash at exit" });
    const both = await createIssue(api, { title: "Crash in the parser" });
    const { data } = await searcher(api).pageOf("/issues/list", { search: "parser crash" });
    expect(data.map(({ id }) => id)).toEqual([both, newer, older]);
  });
});

it("a search gives 1000 results at most, in pages of at most 50", async () => {
  const deployment = inProcess();
  const { apiKey } = await createProject(deployment);
  const api = client(deployment, apiKey);
  await createIssue(api, { title: "Crash" });
  await deployment.run(async (ctx) => {
    const { _id, _creationTime, ...issue } = (await ctx.db.query("issues").first())!;
    for (let made = 1; made < 1100; made++) await ctx.db.insert("issues", issue);
  });
  const sizes: number[] = [];
  const ids = new Set<string>();
  for (let cursor: object | null = {}; cursor !== null;) {
    const page = await searcher(api).pageOf("/issues/list", { search: "crash", limit: 100, ...cursor });
    for (const { id } of page.data) ids.add(id);
    sizes.push(page.data.length);
    cursor = page.nextCursor === null ? null : { cursor: page.nextCursor };
  }
  expect(ids.size).toBe(1000);
  expect(sizes).toEqual(Array.from({ length: 20 }, () => 50));
});
