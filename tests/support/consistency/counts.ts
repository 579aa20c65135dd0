// Checks the counters and sums that the product keeps so that nobody has to count documents.
import type { Doc } from "../../../convex/_generated/dataModel";
import { createdRunsOfDay } from "../../../convex/counters/createdRuns";
import type { DayAmounts } from "../../../convex/counters/dayRows";
import { inboxKinds } from "../../../convex/inbox/kinds";
import { isPending } from "../../../convex/issues/status";
import { learningReviews } from "../../../convex/learnings/reviews";
import { zeroSums, addSums, sumsOfStep } from "../../../convex/personas/sums";
import { isActive } from "../../../convex/runs/status";
import type { Findings } from "./findings";
import { grouped, sumOf, type Tables } from "./tables";

interface Deletable {
  deletedAtMs?: number;
}

const isThere = ({ deletedAtMs }: Deletable): boolean => deletedAtMs === undefined;
const ofProject = ({ projectId }: { projectId: string }): string => projectId;

export function checkCounters(tables: Tables, found: Findings): void {
  const kept = new Map<string, number>();
  for (const { projectId, counts } of tables.rows("counters")) {
    for (const [name, value] of Object.entries(counts)) {
      kept.set(`${projectId} ${name}`, (kept.get(`${projectId} ${name}`) ?? 0) + value);
    }
  }
  for (const { projectId, newest } of tables.rows("runNumbers")) {
    kept.set(`${projectId} totalRuns`, (kept.get(`${projectId} totalRuns`) ?? 0) + newest);
  }
  const counted: Record<string, readonly { projectId: string }[]> = {
    totalRuns: tables.rows("runs").filter(isThere),
    activeRuns: tables.rows("runs").filter(({ status }) => isActive(status)),
    totalSandboxes: tables.rows("sandboxes").filter(isThere),
    activeSandboxes: tables.rows("sandboxes").filter(({ status }) => status === "provisioning" || status === "running"),
    totalIssues: tables.rows("issues"),
    pendingIssues: tables.rows("issues").filter(({ status }) => isPending(status)),
    totalWorkflows: tables.rows("workflows").filter(isThere),
    totalLearnings: tables.rows("learnings").filter(isThere),
    totalMembers: tables.rows("projectMembers"),
  };
  for (const project of settledProjects(tables)) {
    for (const [name, documents] of Object.entries(counted)) {
      const count = documents.filter(({ projectId }) => projectId === project).length;
      found.equal(`the counter ${name} of ${project}`, kept.get(`${project} ${name}`) ?? 0, count);
    }
  }
}

/** Compares sums over all days, because documents do not say to which past day they were added. */
export function checkDays(tables: Tables, found: Findings): void {
  const events = grouped(tables.rows("runEvents"), ofProject);
  const runs = grouped(tables.rows("runs"), ofProject);
  const usage = grouped(tables.rows("usageRecords"), ofProject);
  const days = grouped(tables.rows("dailyStats"), ofProject);
  const counters = grouped(tables.rows("counters"), ofProject);
  const creations = grouped(tables.rows("runNumbers"), ofProject);
  for (const project of settledProjects(tables)) {
    const rows = days.get(project) ?? [];
    const dates = rows.map(({ date }) => date);
    found.unique(`the days of ${project}`, dates);
    const today: DayAmounts[] = [
      ...(counters.get(project) ?? []),
      ...(creations.get(project) ?? []).map(createdRunsOfDay),
    ];
    const since = today.filter(({ date }) => date !== "");
    const unlisted = since.filter(({ date }) => !dates.includes(date));
    found.equal(`days of ${project} that no list shows`, unlisted.length, 0);
    const kept = [...rows, ...since.map(({ day }) => day)];
    const spent = usage.get(project) ?? [];
    const tokens = sumOf(spent, ({ inputTokens, outputTokens }) => inputTokens + outputTokens);
    found.equal(
      `tokens of the days of ${project}`,
      sumOf(kept, (day) => day.tokens),
      tokens,
    );
    const cost = sumOf(spent, ({ costMicroUsd }) => costMicroUsd);
    found.equal(
      `costs of the days of ${project}`,
      sumOf(kept, (day) => day.costMicroUsd),
      cost,
    );
    const unrated = spent.filter(({ isRated }) => !isRated).length;
    found.equal(
      `unrated records of the days of ${project}`,
      sumOf(kept, (day) => day.unratedRecords),
      unrated,
    );
    const told = (events.get(project) ?? []).map(({ type, data }) => `${type} ${statusIn(data)}`);
    const moves = (status: string) => told.filter((event) => event === `run.status ${status}`);
    const ofRuns = {
      runsStarted: told.filter((event) => event.startsWith("run.created ")).length,
      runsCompleted: moves("completed").length,
      runsFailed: moves("failed").length,
      activeMs: sumOf(runs.get(project) ?? [], ({ activeDurationMs }) => activeDurationMs),
    };
    // Runs that were deleted for good have no log any more, but their days stay.
    const isWhole = (runs.get(project) ?? []).length === newestNumber(tables, project);
    for (const [name, count] of Object.entries(ofRuns)) {
      const sum = sumOf(kept, (day) => day[name as keyof typeof ofRuns]);
      if (isWhole) found.equal(`${name} of the days of ${project}`, sum, count);
      else found.atLeast(`${name} of the days of ${project}`, sum, count);
    }
  }
}

function statusIn(data: string): string {
  return (JSON.parse(data) as { status?: string }).status ?? "";
}

function newestNumber(tables: Tables, project: string): number {
  return Math.max(0, ...tables.rows("runNumbers").flatMap((row) => (row.projectId === project ? [row.newest] : [])));
}

export function checkInboxes(tables: Tables, found: Findings): void {
  const recipient = (row: { projectId: string; userId: string }) => `${row.projectId} ${row.userId}`;
  const inboxes = grouped(tables.rows("inboxes"), recipient);
  const counters = grouped(tables.rows("inboxCounters"), recipient);
  const notifications = grouped(tables.rows("notifications"), recipient);
  for (const who of new Set([...inboxes.keys(), ...counters.keys(), ...notifications.keys()])) {
    const kept = inboxes.get(who) ?? [];
    const readUpTo = Math.max(0, ...kept.map((inbox) => inbox.readUpTo.creationTime));
    const unread = (notifications.get(who) ?? []).filter((one) => !one.isRead && one._creationTime > readUpTo);
    found.equal(
      `unread in the inbox of ${who}`,
      sumOf(counters.get(who) ?? [], (row) => row.unread),
      unread.length,
    );
  }
}

/** Items occur once, are counted, belong to a subject that still needs somebody, and share its trash. */
export function checkInboxItems(tables: Tables, found: Findings): void {
  const items = tables.rows("inboxItems");
  found.unique(
    "items of the inbox",
    items.map(({ kind, subjectId }) => `${kind} ${subjectId}`),
  );
  const counts = grouped(tables.rows("inboxItemCounts"), ofProject);
  for (const project of settledProjects(tables)) {
    const waiting = items.filter(({ projectId, isInTrash }) => projectId === project && !isInTrash);
    const kept = sumOf(counts.get(project) ?? [], (row) => row.waiting);
    found.equal(`the count of the inbox of ${project}`, kept, waiting.length);
    for (const kind of inboxKinds) {
      const keptOfKind = sumOf(counts.get(project) ?? [], (row) => row.kinds?.[kind] ?? 0);
      // An item of 0.1.0 is counted by kind when it gets its rank.
      const ranked = waiting.filter((item) => item.kind === kind && item.rank !== undefined);
      found.equal(`the count of ${kind} in the inbox of ${project}`, keptOfKind, ranked.length);
    }
  }
  const subjects = new Map<string, Deletable & { status: string }>([
    ...tables.rows("runs").map((run) => [`r_${run._id}`, run] as const),
    ...tables.rows("issueSessions").map((session) => [`is_${session._id}`, session] as const),
    ...tables.rows("answeringSessions").map((session) => [`as_${session._id}`, session] as const),
    ...tables.rows("runQuestions").map((question) => [`rq_${question._id}`, question] as const),
    ...tables.rows("mergeRuns").map((mergeRun) => [`merge_${mergeRun._id}`, mergeRun] as const),
  ]);
  for (const { kind, subjectId, isInTrash } of items) {
    const subject = subjects.get(subjectId);
    found.equal(`whether ${kind} of ${subjectId} is in the trash`, subject && !isThere(subject), isInTrash);
    if (kind === "run_question") found.equal(`the status of ${subjectId} in the inbox`, subject?.status, "waiting");
    if (kind.endsWith("_failed")) found.equal(`the status of ${subjectId} in the inbox`, subject?.status, "failed");
  }
}

export function checkLearningCounts(tables: Tables, found: Findings): void {
  const counted = tables
    .rows("learnings")
    .filter(isThere)
    .flatMap(({ projectId, status, category }) => {
      const ofStatus = `${projectId} status ${status}`;
      return category === undefined ? [ofStatus] : [ofStatus, `${projectId} category ${category}`];
    });
  const rows = tables.rows("learningCounts").map(({ projectId, category, count }) => {
    return { subject: `${projectId} category ${category}`, count };
  });
  const tallied = tables.rows("counters").flatMap(({ projectId, counts: sums }) =>
    learningReviews.map((review) => {
      return { subject: `${projectId} status ${review}`, count: sums[`${review}Learnings`] ?? 0 };
    }),
  );
  const kept = grouped([...rows, ...tallied], ({ subject }) => subject);
  const counts = grouped(counted, (subject) => subject);
  for (const subject of new Set([...kept.keys(), ...counts.keys()])) {
    const count = sumOf(kept.get(subject) ?? [], (row) => row.count);
    found.equal(`learnings of ${subject}`, count, counts.get(subject)?.length ?? 0);
  }
}

/**
 * Each approved learning must have a row for each of its roles, since agents receive the learnings that have a row of
 * their role.
 */
export function checkLearningRoles(tables: Tables, found: Findings): void {
  const told = (learning: Doc<"learnings">) => learning.status === "approved" && isThere(learning);
  const wanted = grouped(tables.rows("learnings").filter(told), ofProject);
  const kept = grouped(tables.rows("learningRoles"), ofProject);
  for (const project of settledProjects(tables)) {
    const roles = (wanted.get(project) ?? []).flatMap(({ _id, applicableRoles }) =>
      applicableRoles.map((role) => `${_id} ${role}`),
    );
    const rows = (kept.get(project) ?? []).map(({ learningId, role }) => `${learningId} ${role}`);
    found.unique(`the roles of learnings of ${project}`, rows);
    const [asKept, asWanted] = [new Set(rows), new Set(roles)];
    const superfluous = rows.filter((row) => !asWanted.has(row));
    const missing = roles.filter((role) => !asKept.has(role));
    found.equal(`what differs of the roles of learnings of ${project}`, [...superfluous, ...missing], []);
  }
}

/** Days and totals must agree. If no run was deleted, they must also agree with the steps. */
export function checkPersonas(tables: Tables, found: Findings): void {
  const days = grouped(tables.rows("personaDays"), ({ personaId }) => personaId);
  const counters = grouped(tables.rows("personaCounters"), ({ personaId }) => personaId);
  const versions = new Map(tables.rows("personaVersions").map((version) => [version._id, version.personaId]));
  const ended = tables.rows("runSteps").filter(({ completedAtMs }) => completedAtMs !== undefined);
  const steps = grouped(ended, ({ personaVersionId }) => (personaVersionId && versions.get(personaVersionId)) ?? "");
  for (const { _id, projectId } of tables.rows("personas")) {
    const since = counters.get(_id) ?? [];
    const total = since.map((counter) => counter.total).reduce(addSums, zeroSums);
    const ofDays = [...(days.get(_id) ?? []), ...since.map((counter) => counter.day)].reduce(addSums, zeroSums);
    found.equal(`the sums of the persona ${_id}`, total, ofDays);
    const counted = (steps.get(_id) ?? []).flatMap((step) => sumsOfStep(step) ?? []);
    const runs = tables.rows("runs").filter((run) => run.projectId === projectId);
    if (runs.length !== newestNumber(tables, projectId)) continue;
    const ofSteps = { steps: counted.length, completed: sumOf(counted, (step) => step.completed) };
    found.equal(`the steps of the persona ${_id}`, { steps: total.steps, completed: total.completed }, ofSteps);
  }
}

export function checkSessions(tables: Tables, found: Findings): void {
  const issues = grouped(tables.rows("issues"), ({ sessionId }) => sessionId ?? "");
  for (const { _id, issueCount } of tables.rows("issueSessions")) {
    found.equal(`issues of the session ${_id}`, issueCount, issues.get(_id)?.length ?? 0);
  }
  const questions = grouped(tables.rows("sessionQuestions"), ({ answeringSessionId }) => answeringSessionId);
  for (const { _id, questionCount, reviewedCount } of tables.rows("answeringSessions")) {
    const asked = questions.get(_id) ?? [];
    const reviewed = asked.filter(({ status }) => status !== "pending");
    found.equal(`questions of ${_id}`, [questionCount, reviewedCount], [asked.length, reviewed.length]);
  }
}

/** Returns the projects that are not being deleted. Those lose their rows one by one. */
function settledProjects(tables: Tables): string[] {
  return tables.rows("projects").flatMap(({ _id, deletingAtMs }) => (deletingAtMs === undefined ? [_id] : []));
}
