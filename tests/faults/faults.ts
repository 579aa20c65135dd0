// Mistakes that somebody could make, one edit each. `npm run faults` plants each in a copy of the sources and
// says whether `npm test` finds it.

export interface Fault {
  name: string;
  file: string;
  /** The code that is replaced. It must be in the file exactly once. */
  find: string;
  replace: string;
  /** The test files that will most likely find the fault. They run first. */
  likely: readonly string[];
}

export const faults: readonly Fault[] = [
  {
    name: "a route that changes something asks for the scope of reading",
    file: "convex/issues/routes.ts",
    find: 'const write = { scope: "issues:write" } as const;',
    replace: 'const write = { scope: "issues:read" } as const;',
    likely: ["tests/http/issues.test.ts"],
  },
  {
    name: "documents of other projects are served",
    file: "convex/lib/named.ts",
    find: "if (ownershipOf(document).projectId !== ctx.project._id)",
    replace: "if (ownershipOf(document).projectId === undefined)",
    likely: ["tests/http/issues.test.ts"],
  },
  {
    name: "a repeated request has its effect again",
    file: "convex/idempotency/model.ts",
    find: 'return { kind: "repeat", answer: await answerOf(ctx, kept) };',
    replace: 'await ctx.db.delete("idempotencyKeys", kept._id);\n  return { kind: "first" };',
    likely: ["tests/http/idempotency.test.ts"],
  },
  {
    name: "a page reads its whole list",
    file: "convex/api/pagination.ts",
    find: "    if (!fits(row)) break;\n",
    replace: "    fits(row);\n",
    likely: ["tests/http/readBudgets.test.ts"],
  },
  {
    name: "a list is read from its oldest row on",
    file: "convex/lib/newestFirst.ts",
    find: 'return rows.order("desc") as unknown as ReturnType<NewestFirst<Table>>;',
    replace: 'return rows.order("asc") as unknown as ReturnType<NewestFirst<Table>>;',
    likely: ["tests/http/issues.test.ts", "tests/dashboard/issues.test.ts"],
  },
  {
    name: "a run changes its status without an event",
    file: "convex/runs/transitions.ts",
    find: '  await appendEvent(ctx, after, { type: "run.status", status, from: before.status, attempt, ...why });',
    replace:
      '  if (attempt < 0) await appendEvent(ctx, after, { type: "run.status", status, from: before.status, attempt, ...why });',
    likely: ["tests/http/runEvents.test.ts"],
  },
  {
    name: "a run that has not begun can be paused",
    file: "convex/runs/status.ts",
    find: 'pause: { from: ["running"], to: "paused" },',
    replace: 'pause: { from: ["pending", "running"], to: "paused" },',
    likely: ["convex/runs/status.test.ts", "tests/http/runs.test.ts"],
  },
  {
    name: "what is in the trash is served",
    file: "convex/lib/named.ts",
    find: "if (document.deletedAtMs !== undefined) throw idNamesNothing(name, text);",
    replace: "if (document.deletedAtMs === 0) throw idNamesNothing(name, text);",
    likely: ["tests/http/trash.test.ts", "tests/http/runs.test.ts"],
  },
  {
    name: "a secret setting is shown",
    file: "convex/settings/present.ts",
    find: "backendDevKey: row?.secrets.backendDevKey?.lastFour ?? null,",
    replace: "backendDevKey: row?.secrets.backendDevKey?.ciphertext ?? null,",
    likely: ["tests/http/settings.test.ts"],
  },
  {
    name: "a page has another size",
    file: "convex/api/pagination.ts",
    find: "usual: { max: 100, default: 25 },",
    replace: "usual: { max: 100, default: 20 },",
    likely: ["convex/api/pagination.test.ts", "tests/http/issues.test.ts", "tests/http/learnings.test.ts"],
  },
  {
    name: "a version that is not active is deactivated",
    file: "convex/learningVersions/model.ts",
    find: 'const status = nextState("learning version", versionMoves, "deactivate", version.status);',
    replace: "const status = versionMoves.deactivate.to;",
    likely: ["tests/http/learningVersions.test.ts"],
  },
  {
    name: "a callback under a claim that is over is done",
    file: "convex/callers/lease.ts",
    find: "if (job.fence === fence && !isCalledOff(job)) return;",
    replace: "if (job.fence >= fence && !isCalledOff(job)) return;",
    likely: ["tests/http/jobsOverTime.test.ts"],
  },
  {
    name: "a runner ends the job of another one",
    file: "convex/jobs/holders.ts",
    find: 'if (claim.runnerId !== runnerId) throw lost("another one has claimed it");',
    replace: 'if (claim.runnerId === "") throw lost("another one has claimed it");',
    likely: ["tests/http/jobs.test.ts"],
  },
  {
    name: "any number of requests waits for a sandbox",
    file: "convex/jobs/bounds.ts",
    find: "export const maxRequestsPerSandbox = 100;",
    replace: "export const maxRequestsPerSandbox = 10_000;",
    likely: ["tests/http/sandboxes.test.ts", "tests/http/messages.test.ts", "tests/http/readBudgets.test.ts"],
  },
  {
    name: "a cursor of another list is taken",
    file: "convex/api/cursors.ts",
    find: "JSON.stringify([name, project._id, project._creationTime, position])",
    replace: "JSON.stringify([name.length > 0, project._id, project._creationTime, position])",
    likely: ["convex/api/pagination.test.ts", "tests/http/issues.test.ts"],
  },
  {
    name: "members do what only administrators may",
    file: "convex/callers/roles.ts",
    find: '"settings:manage": "admin",',
    replace: '"settings:manage": "member",',
    likely: ["tests/dashboard/matrix.test.ts"],
  },
  {
    name: "a revoked key is good",
    file: "convex/callers/keyStanding.ts",
    find: "return key.revokedAtMs === null && !hasEnded(key);",
    replace: "return !hasEnded(key);",
    likely: ["tests/http/apiKeys.test.ts"],
  },
  {
    name: "deleted issues are still counted",
    file: "convex/issues/model.ts",
    find: "  await recount(ctx, projectId, { before: issues, after: [] });",
    replace: "  await recount(ctx, projectId, { before: [], after: [] });",
    likely: ["tests/http/issues.test.ts", "tests/http/project.test.ts"],
  },
  {
    name: "a webhook needs no signature",
    file: "convex/idp/signature.ts",
    find: "return error instanceof SyntaxError;",
    replace: "return error instanceof Error;",
    likely: ["convex/idp/signature.test.ts", "tests/http/idp.test.ts"],
  },
  {
    name: "the engine compares texts by their UTF-16 units",
    file: "engine/value/order.ts",
    find: "return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;",
    replace: "return unit;",
    likely: ["engine/value/order.test.ts"],
  },
  {
    name: "isolated agents see the services and the data of the machine",
    file: "packages/runner/src/agents/isolation/bubblewrap.ts",
    find: '"/etc", "/opt", "/nix/store"];',
    replace: '"/etc", "/opt", "/nix/store", "/var", "/run", "/srv"];',
    likely: ["packages/runner/tests/isolation.test.ts"],
  },
  {
    name: "every address that an agent writes is a link",
    file: "web/src/parts/OutsideLink.tsx",
    find: "return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);",
    replace: "return URL.canParse(address);",
    likely: ["web/src/domain/transcript/Markdown.test.ts"],
  },
  {
    name: "Markdown nests as deep as somebody writes",
    file: "web/src/domain/transcript/boundedLexer.ts",
    find: "if (this.depth >= maxDepth) {",
    replace: "if (this.depth >= text.length) {",
    likely: ["web/src/domain/transcript/boundedLexer.test.ts"],
  },
  {
    name: "a key decides about what has just come",
    file: "web/src/keys/settling.ts",
    find: "const sinceMs = known.get(meaning)?.sinceMs ?? nowMs;",
    replace: "const sinceMs = known.get(meaning)?.sinceMs ?? 0;",
    likely: ["web/src/keys/settling.test.ts"],
  },
  {
    name: "an agent that writes faster than it is read fills the memory",
    file: "packages/runner/src/agents/acp/connection.ts",
    find: "        await room();\n",
    replace: "",
    likely: ["packages/runner/src/agents/acp/connection.test.ts"],
  },
  {
    name: "a link that an agent leaves in place of a file is followed",
    file: "packages/runner/src/agentFiles/opening.ts",
    find: "flags | O_NOFOLLOW | O_NONBLOCK",
    replace: "flags | O_NONBLOCK",
    likely: ["packages/runner/src/agentFiles/agentFiles.test.ts"],
  },
  {
    name: "the runner's git runs the hooks of repositories",
    file: "packages/runner/src/git/git.ts",
    find: '"core.hooksPath=/dev/null",',
    replace: '"core.quotePath=true",',
    likely: ["packages/runner/src/git/hostile.test.ts"],
  },
  {
    name: "the runner pushes over what somebody else has pushed",
    file: "packages/runner/src/git/push.ts",
    find: "`${commit}:refs/heads/${branch}`",
    replace: "`+${commit}:refs/heads/${branch}`",
    likely: ["packages/runner/src/git/mirror.test.ts"],
  },
];
