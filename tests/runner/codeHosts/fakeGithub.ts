// What GitHub answers about the pull requests of one repository. Every request that it gets and every answer that it
// gives is compared with GitHub's own description; `faults` has what does not fit.
import { example, faultsOfAnswer, faultsOfRequest } from "./githubDescription";
import type { Asked } from "./githubDescription";
import { execute, faultsOfQuery } from "./githubGraphql";

export interface FakePull {
  title: string;
  body: string;
  head: string;
  base: string;
  /** The repository of the branch. */
  headRepository: string;
  baseCommit: string;
  state: "open" | "closed";
  merged: boolean;
  draft: boolean;
  mergeable: boolean | null;
  labels: string[];
}

export interface FakeCheckRun {
  id?: number;
  name: string;
  status: string;
  conclusion: string | null;
  /** Null for GitHub's own actions. */
  app?: string;
  output?: { title: string | null; summary: string | null; text: string | null };
}

export interface FakeComment {
  id: number;
  login: string;
  body: string;
}

export interface FakeThread {
  path: string;
  line: number | null;
  startLine?: number;
  hunk?: string;
  isResolved: boolean;
  comments: FakeComment[];
}

export interface FakeReview extends FakeComment {
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";
}

export interface FakeAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type NewPull = Record<"title" | "head" | "base" | "body", string>;
type Said = Record<"body", string>;

interface Place {
  url: string;
  /** The newest commit of a pull request. */
  headOf: (number: number) => string;
}

export class FakeGithub {
  pulls = new Map<number, FakePull>();
  checkRuns: FakeCheckRun[] = [];
  /** Which of them a commit has. All of them, unless a test decides by what is in the commit. */
  checkRunsAt: (commit: string) => FakeCheckRun[] = () => this.checkRuns;
  statuses: { context: string; state: string; description?: string }[] = [];
  reviews: FakeReview[] = [];
  threads: FakeThread[] = [];
  comments: FakeComment[] = [];
  permissions: Record<string, "admin" | "write" | "read" | "none"> = {};
  /** Where the log of a job is. */
  logs: Record<number, string> = {};
  /** Null for the token of an app. */
  me: string | null = "switchyard";
  hasGraphql = true;
  /** Called when a pull request was opened, before it is shown. */
  onOpen: (number: number, pull: NewPull) => void = () => {};
  faults: string[] = [];
  private nextId = 9000;

  constructor(private readonly place: Place) {}

  addPull(fields: Partial<FakePull> & Pick<FakePull, "title" | "head" | "base">): number {
    const number = Math.max(6, ...this.pulls.keys()) + 1;
    const headRepository = "acme/shop";
    const standard = {
      body: "",
      headRepository,
      baseCommit: "b".repeat(40),
      state: "open",
      merged: false,
      draft: false,
    } as const;
    this.pulls.set(number, { ...standard, mergeable: true, labels: [], ...fields });
    return number;
  }

  async answer(asked: Asked): Promise<FakeAnswer> {
    if (asked.path === "/graphql") return await this.answerGraphql(asked);
    this.faults.push(...faultsOfRequest(asked));
    const answer = this.answerRest(asked);
    this.faults.push(...faultsOfAnswer(asked, { status: answer.status, body: answer.body }));
    return answer;
  }

  private answerRest(asked: Asked): FakeAnswer {
    if (asked.path === "/user") return this.user();
    const place = asked.path.replace("/repos/acme/shop", "");
    for (const [method, form, answer] of this.routes) {
      const [, name = ""] = form.exec(place) ?? [];
      if (asked.method === method && form.test(place)) return answer(decodeURIComponent(name), asked);
    }
    return missing;
  }

  private readonly routes: [string, RegExp, (name: string, asked: Asked) => FakeAnswer][] = [
    ["POST", /^\/pulls$/, (_, { body }) => this.open(body as NewPull)],
    ["GET", /^\/pulls$/, (_, { query }) => ({ status: 200, body: this.list(query) })],
    ["GET", /^\/pulls\/(\d+)$/, (number) => this.one(Number(number))],
    ["PATCH", /^\/pulls\/(\d+)$/, (number, { body }) => this.change(Number(number), body as { body: string })],
    ["GET", /^\/pulls\/\d+\/reviews$/, (_, { query }) => paged(this.reviews.map(reviewOf), query)],
    ["GET", /^\/pulls\/\d+\/comments$/, (_, { query }) => paged(this.lineComments(), query)],
    ["POST", /^\/pulls\/\d+\/comments\/(\d+)\/replies$/, (id, { body }) => this.reply(Number(id), body as Said)],
    ["GET", /^\/issues\/\d+\/comments$/, (_, { query }) => paged(this.comments.map(commentOf), query)],
    ["POST", /^\/issues\/\d+\/comments$/, (_, { body }) => this.comment(body as Said)],
    ["GET", /^\/commits\/([^/]+)\/check-runs$/, (commit, { query }) => this.runsOf(commit, query)],
    ["GET", /^\/commits\/[^/]+\/status$/, (_, { query }) => this.combined(query)],
    ["GET", /^\/collaborators\/([^/]+)\/permission$/, (login) => this.permission(login)],
    ["GET", /^\/actions\/runs$/, () => this.workflowRun()],
    ["GET", /^\/actions\/runs\/\d+\/jobs$/, (_, { query }) => this.jobs(query)],
    ["GET", /^\/actions\/jobs\/(\d+)\/logs$/, (id) => this.log(Number(id))],
  ];

  private runsOf(commit: string, query: URLSearchParams): FakeAnswer {
    const runs = this.checkRunsAt(commit).map((run) => checkRunOf(run, commit));
    const { items, headers } = page(runs, query);
    return { status: 200, body: { total_count: runs.length, check_runs: items }, headers };
  }

  private user(): FakeAnswer {
    if (this.me === null) return { status: 403, body: { message: "Resource not accessible by integration" } };
    const whole = example("private-user-response-with-public-profile-information");
    return { status: 200, body: { ...whole, login: this.me } };
  }

  private open(pull: NewPull): FakeAnswer {
    const number = this.addPull(pull);
    this.onOpen(number, pull);
    return { status: 201, body: this.shown(number) };
  }

  private list(query: URLSearchParams): unknown[] {
    const [owner, branch] = (query.get("head") ?? "").split(":");
    const into = query.get("base");
    const found = [...this.pulls].filter(([, { head, base, headRepository, state }]) => {
      const isAsked = head === branch && (into === null || base === into);
      return isAsked && state === "open" && headRepository.split("/")[0] === owner;
    });
    return found.map(([number, pull]) => this.simple(number, pull));
  }

  private simple(number: number, { head, base, headRepository, state, title }: FakePull): object {
    const whole = first("pull-request-simple-items");
    const html_url = this.addressOf(number);
    const [ofHead, ofBase] = [whole["head"] as { repo: object }, whole["base"] as object];
    const repo = { ...ofHead.repo, full_name: headRepository };
    const branches = { head: { ...ofHead, ref: head, repo }, base: { ...ofBase, ref: base } };
    return { ...whole, requested_teams: [], draft: false, html_url, number, state, title, ...branches };
  }

  private one(number: number): FakeAnswer {
    return this.pulls.has(number) ? { status: 200, body: this.shown(number) } : missing;
  }

  private change(number: number, { body }: { body: string }): FakeAnswer {
    const pull = this.pulls.get(number);
    if (pull === undefined) return missing;
    pull.body = body;
    return { status: 200, body: this.shown(number) };
  }

  private shown(number: number): object {
    const whole = example("pull-request");
    const pull = this.pulls.get(number);
    const { title, body, head, base, baseCommit, state, merged, draft, mergeable, labels = [] } = pull ?? {};
    const [label] = whole["labels"] as [object];
    const mergeable_state = mergeable == null ? "unknown" : mergeable ? "clean" : "dirty";
    const [ofHead, ofBase] = [whole["head"] as object, whole["base"] as object];
    return {
      ...whole,
      requested_teams: [],
      html_url: this.addressOf(number),
      number,
      title,
      body,
      state,
      merged,
      draft,
      mergeable,
      mergeable_state,
      labels: labels.map((name) => Object.assign(structuredClone(label), { name })),
      head: { ...ofHead, ref: head, sha: this.place.headOf(number) },
      base: { ...ofBase, ref: base, sha: baseCommit },
    };
  }

  private addressOf(number: number): string {
    return `${this.place.url}/acme/shop/pull/${number}`;
  }

  private lineComments(): object[] {
    return this.threads.flatMap(({ comments, path, line, startLine, hunk }) =>
      comments.map((one, index) => {
        const reply = index === 0 ? {} : { in_reply_to_id: comments[0]?.id };
        const whole = first("pull-request-review-comment-items");
        const { in_reply_to_id: _example, line: _line, ...plain } = whole;
        const at = line === null ? {} : { line };
        const start = {
          start_line: line === null ? null : (startLine ?? null),
          original_start_line: startLine ?? null,
        };
        const code = hunk === undefined ? {} : { diff_hunk: hunk };
        return {
          ...plain,
          ...at,
          ...start,
          ...code,
          original_line: 3,
          id: one.id,
          user: userOf(one.login),
          body: one.body,
          path,
          ...reply,
        };
      }),
    );
  }

  private reply(id: number, { body }: Said): FakeAnswer {
    const thread = this.threads.find(({ comments }) => comments[0]?.id === id);
    if (thread === undefined) return missing;
    thread.comments.push({ id: this.nextId++, login: this.me ?? "switchyard[bot]", body });
    return { status: 201, body: this.lineComments().at(-1) };
  }

  private comment({ body }: Said): FakeAnswer {
    const made = { id: this.nextId++, login: this.me ?? "switchyard[bot]", body };
    this.comments.push(made);
    return { status: 201, body: commentOf(made) };
  }

  private combined(query: URLSearchParams): FakeAnswer {
    const whole = example("combined-commit-status");
    const [first] = whole["statuses"] as [object];
    const all = this.statuses.map(({ context, state, description = null }) => {
      return { ...first, context, state, description, target_url: null };
    });
    const { items, headers } = page(all, query);
    return { status: 200, body: { ...whole, total_count: all.length, statuses: items }, headers };
  }

  private permission(login: string): FakeAnswer {
    const permission = this.permissions[login];
    if (permission === undefined) return missing;
    const whole = example("repository-collaborator-permission-response-if-user-has-admin-permissions");
    const user = { ...(whole["user"] as object), ...userOf(login), role_name: permission };
    return { status: 200, body: { ...whole, permission, role_name: permission, user } };
  }

  private workflowRun(): FakeAnswer {
    return { status: 200, body: example("workflow-run-paginated") };
  }

  private jobs(query: URLSearchParams): FakeAnswer {
    const [whole] = example("job-paginated")["jobs"] as [Record<string, unknown>];
    const own = this.checkRuns.filter(({ app = actions }) => app === actions);
    const all = own.map(({ id = 1, name, status, conclusion }) =>
      Object.assign({ created_at: "2026-01-01T00:00:00Z" }, whole, { id, name, status, conclusion }),
    );
    const { items, headers } = page(all, query);
    return { status: 200, body: { total_count: all.length, jobs: items }, headers };
  }

  private log(id: number): FakeAnswer {
    const place = this.logs[id];
    return place === undefined ? missing : { status: 302, headers: { Location: place } };
  }

  private async answerGraphql({ body }: Asked): Promise<FakeAnswer> {
    const asked = body as { query: string; variables: { after: string | null } & Record<string, unknown> };
    this.faults.push(...faultsOfQuery(asked));
    if (!this.hasGraphql) return missing;
    const nodes = this.threads.map(({ isResolved, comments }) => {
      return { isResolved, comments: { nodes: comments.map(({ id }) => ({ fullDatabaseId: String(id) })) } };
    });
    const reviewThreads = ({ last, before }: { last: number; before: string | null }) => {
      const to = Number(before ?? nodes.length);
      const from = Math.max(0, to - last);
      const pageInfo = { hasPreviousPage: from > 0, startCursor: String(from) };
      return { nodes: nodes.slice(from, to), pageInfo };
    };
    const root = { repository: { pullRequest: { reviewThreads } } };
    return { status: 200, body: await execute(asked, root) };
  }
}

const actions = "github-actions";

/** Throws when a request or an answer did not fit the description. */
export function requireNoFaults({ faults }: FakeGithub): void {
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** The first of a list of the description's examples. */
function first(name: string): Record<string, unknown> {
  const [found] = example(name) as unknown as Record<string, unknown>[];
  if (found === undefined) throw new Error(`${name} is empty.`);
  return found;
}

const missing: FakeAnswer = {
  status: 404,
  body: { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" },
};

function userOf(login: string): object {
  const user = example("private-user-response-with-public-profile-information");
  return { ...user, login, type: login.endsWith("[bot]") ? "Bot" : "User" };
}

function reviewOf({ id, login, body, state }: FakeReview): object {
  const whole = first("pull-request-review-items");
  return { ...whole, id, user: userOf(login), body, state };
}

function commentOf({ id, login, body }: FakeComment): object {
  const whole = first("issue-comment-items");
  return { ...whole, id, user: userOf(login), body };
}

function checkRunOf({ id = 1, name, status, conclusion, app = actions, output }: FakeCheckRun, sha: string) {
  const [whole] = example("check-run-paginated")["check_runs"] as [Record<string, unknown>];
  const nothing = { title: null, summary: null, text: null };
  return {
    ...whole,
    id,
    name,
    status,
    conclusion,
    head_sha: sha,
    html_url: `https://code.example/runs/${id}`,
    app: { ...(whole["app"] as object), slug: app },
    output: { ...(whole["output"] as object), ...nothing, ...output },
  };
}

function paged(items: object[], query: URLSearchParams): FakeAnswer {
  const { items: body, headers } = page(items, query);
  return { status: 200, body, headers };
}

function page(items: object[], query: URLSearchParams): { items: object[]; headers: Record<string, string> } {
  const [size, number] = [Number(query.get("per_page") ?? 30), Number(query.get("page") ?? 1)];
  const to = size * number;
  const next = `<https://elsewhere.example/repositories/1?page=${number + 1}>; rel="next"`;
  return { items: items.slice(to - size, to), headers: to < items.length ? { Link: next } : {} };
}
