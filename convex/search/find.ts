// Finds things of every kind in a project by words, and runs also by their number.
//
// A search of the database finds what has any of the words. A person who types a second word wants fewer results, so
// when something has all of them, the others are left out.
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { publicNames } from "../assets/kinds";
import { searchIssues } from "../issues/search";
import { searchLearnings } from "../learnings/search";
import { publicId } from "../lib/publicIds";
import { searchRuns } from "../runs/search";

/** A person who misses something types more words. */
const maxOfKind = 5;

/** The title of a learning is its text, and that of a sprint chain its prompt. */
const maxTitleLength = 160;

export interface FoundThing {
  kind:
    | "run"
    | "issue"
    | "session"
    | "work_chain"
    | "sprint_chain"
    | "recurring_task"
    | "workflow"
    | "persona"
    | "context"
    | "skill"
    | "command"
    | "script"
    | "learning";
  id: string;
  title: string;
  /** Its state where it has one, otherwise its type, such as `completed`. Null when the kind says everything. */
  state: string | null;
  /** Only runs have a number. */
  runNumber: number | null;
}

interface Match {
  thing: FoundThing;
  /** The text in which the words were found. */
  text: string;
}

type Search = (ctx: QueryCtx, projectId: Id<"projects">, words: string) => Promise<Match[]>;

/** Returns the best matches of each kind, kind after kind, and the newest first where two match equally well. */
export async function findInProject(ctx: QueryCtx, projectId: Id<"projects">, words: string): Promise<FoundThing[]> {
  const matches = (await Promise.all(searches.map((search) => search(ctx, projectId, words)))).flat();
  const wanted = wordsOf(words);
  const exact = matches.filter(({ text }) => wanted.every((word) => text.toLowerCase().includes(word)));
  const things = (exact.length === 0 ? matches : exact).map(({ thing }) => thing);
  return [...new Map(things.map((thing) => [thing.id, thing])).values()];
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{Alphabetic}\p{N}]+/gu) ?? [];
}

/** `17`, `#17` or `run 17`. */
const runNumber = /^(?:run\s*)?#?(\d{1,9})$/i;

const runByNumber: Search = async (ctx, projectId, words) => {
  const number = runNumber.exec(words)?.[1];
  if (number === undefined) return [];
  const run = await ctx.db
    .query("runs")
    .withIndex("by_project_and_number", (q) => q.eq("projectId", projectId).eq("runNumber", Number(number)))
    .unique();
  if (run === null || run.deletedAtMs !== undefined) return [];
  // It has all the words, whatever its name is.
  return [{ ...matchOfRun(run), text: words }];
};

const runs: Search = async (ctx, projectId, words) =>
  (await searchRuns(ctx, projectId, words, {}).take(maxOfKind)).map(matchOfRun);

function matchOfRun({ _id, name, status, runNumber, searchText }: Doc<"runs">): Match {
  const { thing } = match("run", publicId("runs", _id), name, status);
  return { thing: { ...thing, runNumber }, text: searchText };
}

const issues: Search = async (ctx, projectId, words) =>
  (await searchIssues(ctx, projectId, words, {}).take(maxOfKind)).map(({ _id, title, status, searchText }) =>
    match("issue", publicId("issues", _id), title, status, searchText),
  );

const sessions: Search = async (ctx, projectId, words) => {
  const found = ctx.db
    .query("issueSessions")
    .withSearchIndex("search_name", (q) =>
      q.search("name", words).eq("projectId", projectId).eq("deletedAtMs", undefined),
    );
  return (await found.take(maxOfKind)).map(({ _id, name, status }) =>
    match("session", publicId("issueSessions", _id), name, status),
  );
};

const workChains: Search = async (ctx, projectId, words) => {
  const found = ctx.db
    .query("workChains")
    .withSearchIndex("search_title", (q) => q.search("title", words).eq("projectId", projectId));
  return (await found.take(maxOfKind)).map(({ _id, title, status }) =>
    match("work_chain", publicId("workChains", _id), title, status),
  );
};

const sprintChains: Search = async (ctx, projectId, words) => {
  const found = ctx.db
    .query("sprintChains")
    .withSearchIndex("search_prompt", (q) => q.search("prompt", words).eq("projectId", projectId));
  return (await found.take(maxOfKind)).map(({ _id, prompt, status }) =>
    match("sprint_chain", publicId("sprintChains", _id), prompt, status),
  );
};

const recurringTasks: Search = async (ctx, projectId, words) => {
  const found = ctx.db
    .query("recurringTasks")
    .withSearchIndex("search_title", (q) => q.search("title", words).eq("projectId", projectId));
  return (await found.take(maxOfKind)).map(({ _id, title, isActive }) =>
    match("recurring_task", publicId("recurringTasks", _id), title, isActive ? "active" : "disabled"),
  );
};

const workflows: Search = async (ctx, projectId, words) => {
  const found = ctx.db
    .query("workflows")
    .withSearchIndex("search_name", (q) =>
      q.search("name", words).eq("projectId", projectId).eq("deletedAtMs", undefined),
    );
  return (await found.take(maxOfKind)).map(({ _id, name, isEnabled }) =>
    match("workflow", publicId("workflows", _id), name, isEnabled ? "enabled" : "disabled"),
  );
};

const personas: Search = async (ctx, projectId, words) => {
  const found = ctx.db
    .query("personas")
    .withSearchIndex("search_name", (q) => q.search("name", words).eq("projectId", projectId));
  return (await found.take(maxOfKind)).map(({ _id, name, type }) =>
    match("persona", publicId("personas", _id), name, type),
  );
};

const assets: Search = async (ctx, projectId, words) => {
  const found = ctx.db
    .query("assets")
    .withSearchIndex("search_name", (q) =>
      q.search("name", words).eq("projectId", projectId).eq("deletedAtMs", undefined),
    );
  return (await found.take(maxOfKind)).map(({ _id, kind, name }) =>
    match(kind, publicId(publicNames[kind].asset, _id), name, null),
  );
};

const learnings: Search = async (ctx, projectId, words) =>
  (await searchLearnings(ctx, projectId, words, {}).take(maxOfKind)).map(({ _id, description, status, searchText }) =>
    match("learning", publicId("learnings", _id), description, status, searchText),
  );

const searches: readonly Search[] = [
  runByNumber,
  runs,
  issues,
  sessions,
  workChains,
  sprintChains,
  recurringTasks,
  workflows,
  personas,
  assets,
  learnings,
];

function match(kind: FoundThing["kind"], id: string, title: string, state: string | null, text = title): Match {
  // The cut may have left half of a character at the end, which is removed.
  const short = title.slice(0, maxTitleLength).replace(/[\uD800-\uDBFF]$/, "");
  return { thing: { kind, id, title: short, state, runNumber: null }, text };
}
