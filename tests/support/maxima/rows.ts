// The rows of the read budgets, with as many dependent rows as one record may have: a hundred members in the project,
// and a run with a hundred sandboxes and open steps. A hundred messages wait in the first sandbox. Many rows are
// overdue.
import type { Area, Place } from "../readBudgets/area";
import type { TableNames } from "../../../convex/_generated/dataModel";

/** A text whose characters have three bytes in UTF-8. */
const wide = (characters: number): string => "語".repeat(characters);

type Changes = { [Table in TableNames]?: (at: Place) => Record<string, unknown> };

const membersUntil = 200;
const waitingUntil = 208;
const overdueFrom = 460;

const changes: Changes = {
  projectMembers: (at) => ({ projectId: at.index < membersUntil ? at.projectId : at.id("projects") }),
  runs: (at) => ({ prompt: wide(3000), searchText: wide(3000), ...(at.index < overdueFrom ? {} : { boundAtMs: 1 }) }),
  sandboxes: (at) => (at.index < overdueFrom ? servedRun(at) : { boundAtMs: 1 }),
  runSteps: (at) => ({ status: at.index < 20 ? "completed" : "running", name: wide(200) }),
  jobs: (at) => (at.index < 10 || isAsBefore(at) ? {} : waitingMessage(at)),
  issues: () => ({ description: wide(5000), searchText: wide(3000) }),
  learnings: () => ({ correctBehavior: wide(5000) }),
  messages: (at) => (at.index < overdueFrom ? {} : { status: "streaming", boundAtMs: 1 }),
};

function servedRun(at: Place): Record<string, unknown> {
  if (at.index < 20) return {};
  const runId = at.parent("runs");
  return { purpose: { kind: "run", runId }, runId };
}

function isAsBefore({ index }: Place): boolean {
  return index >= waitingUntil && index < overdueFrom;
}

function waitingMessage(at: Place): Record<string, unknown> {
  const sandboxId = at.index < overdueFrom ? at.parent("sandboxes") : at.id("sandboxes");
  const isLost = at.index >= overdueFrom + 20;
  const hasEnded = at.index >= overdueFrom + 40;
  return {
    work: { kind: "sandbox.message", sandboxId, messageId: at.id("messages") },
    kind: "sandbox.message",
    subjectId: sandboxId,
    ...(at.index < overdueFrom ? {} : { boundAtMs: 1 }),
    ...(isLost ? { status: "claimed", attempts: 5, fence: 5, runnerId: "lost", leaseMs: 5000, leaseUntilMs: 1 } : {}),
    ...(hasEnded ? { status: "failed", endedAtMs: 1 } : {}),
  };
}

export function crowded(areas: readonly Area[]): Area[] {
  return areas.map((area) => ({ ...area, rows: Object.fromEntries(Object.entries(area.rows).map(changed)) }));
}

type Row = (at: Place) => Record<string, unknown>;

function changed([table, row]: [string, unknown]): [string, Row] {
  const change = changes[table as TableNames];
  const make = row as Row;
  return [table, change === undefined ? make : (at) => ({ ...make(at), ...change(at) })];
}
