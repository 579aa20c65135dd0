// What the holder of a runner token with `kinds` may name: that on which jobs of these kinds work, and what the project
// shares with all its jobs. Everything else is answered like what is not there.
import type { MayAccess, OwnedEntity, OwnedRow } from "../lib/getDocument";

type Kinds = readonly string[];

const kindsWithSteps: Kinds = ["run.execute", "run.continue", "sprintChain.execute", "workChain.execute"];
const kindsOfAnySandbox: Kinds = ["learning.extract", "sandbox.message", "sandbox.devServer"];
/** An answering session continues the search of its issue session. */
const kindsOfSessions: Kinds = ["issueSession.scan", "answeringSession.continue"];

/** A run of a chain that was restarted has a job of its own. */
function kindsOfRun({ sprintChainId, workChainId }: OwnedRow): Kinds {
  const chains = [];
  if (sprintChainId !== undefined) chains.push("sprintChain.execute");
  if (workChainId !== undefined) chains.push("workChain.execute");
  return ["run.execute", "run.continue", ...chains];
}

const kindsByPurpose: Record<NonNullable<OwnedRow["purpose"]>["kind"], Kinds> = {
  run: kindsWithSteps,
  issueSession: kindsOfSessions,
  answeringSession: kindsOfSessions,
  mergeRun: ["merge.execute"],
};

function kindsOfSandbox({ purpose }: OwnedRow): Kinds {
  return purpose === undefined ? [] : [...kindsByPurpose[purpose.kind], ...kindsOfAnySandbox];
}

const everyKind = "every kind";
type Owners = typeof everyKind | Kinds;

/** What is not here is named by no operation. */
const ownersOf: { [Name in OwnedEntity]?: (row: OwnedRow) => Owners } = {
  jobs: ({ kind }) => [String(kind)],
  runs: kindsOfRun,
  runSteps: () => kindsWithSteps,
  runQuestions: () => kindsWithSteps,
  artifacts: () => kindsWithSteps,
  sprintChains: () => ["sprintChain.execute"],
  workChains: () => ["workChain.execute"],
  issueSessions: () => kindsOfSessions,
  issueSessionSteps: () => kindsOfSessions,
  answeringSessions: () => kindsOfSessions,
  sessionQuestions: () => kindsOfSessions,
  mergeRuns: () => ["merge.execute"],
  repositoryChecks: () => ["repository.check"],
  sandboxes: kindsOfSandbox,
  // Their sandbox is asked, too.
  messages: () => everyKind,
  // A run for an issue of a chain moves the chain.
  issues: ({ workChainId }) => (workChainId === undefined ? everyKind : ["workChain.execute"]),
  workflows: () => everyKind,
  personas: () => everyKind,
};

/** The kinds whose jobs read or report on what others work on. A merge ends the requests that it has combined. */
const visitorsOf: { [Name in OwnedEntity]?: Kinds } = {
  runs: ["pullRequest.look", "merge.execute", ...kindsOfAnySandbox],
  mergeRuns: ["pullRequest.look"],
};

/** Undefined for a token that serves all kinds. */
export function accessOfKinds(kinds: Kinds | undefined): MayAccess | undefined {
  if (kinds === undefined) return undefined;
  const holdsOne = (of: Kinds) => of.some((kind) => kinds.includes(kind));
  return (name, row, reach) => {
    const owners = ownersOf[name]?.(row) ?? [];
    if (owners === everyKind || holdsOne(owners)) return true;
    return reach === "visited" && holdsOne(visitorsOf[name] ?? []);
  };
}
