// Checks documents that one transaction writes together.
import { isFinal, isReady } from "../../../convex/runs/status";
import type { Findings } from "./findings";
import { grouped, sumOf, type Tables } from "./tables";

const byRun = ({ runId }: { runId: string }): string => runId;

/**
 * The runs of a project have different numbers. Each run has a log without gaps that leads to its present status, and a
 * snapshot from when it is ready until it ends.
 */
export function checkRuns(tables: Tables, found: Findings): void {
  const runs = tables.rows("runs");
  const ofProject = grouped(runs, ({ projectId }) => projectId);
  for (const { projectId, newest } of tables.rows("runNumbers")) {
    const numbers = (ofProject.get(projectId) ?? []).map(({ runNumber }) => runNumber);
    found.unique(`the numbers of the runs of ${projectId}`, numbers.map(String));
    found.isTrue(`no run of ${projectId} is above ${newest}`, Math.max(0, ...numbers) <= newest);
  }
  const logs = grouped(tables.rows("runEvents"), byRun);
  const snapshots = grouped(tables.rows("runSnapshots"), byRun);
  for (const { _id, status } of runs) {
    const log = (logs.get(_id) ?? []).toSorted((a, b) => a.seq - b.seq);
    found.numbered(
      `the log of the run ${_id}`,
      log.map(({ seq }) => seq),
    );
    const moves = log
      .filter(({ type }) => type === "run.created" || type === "run.status")
      .map(({ data }) => JSON.parse(data) as { status: string; from?: string });
    const before = [undefined, ...moves.slice(0, -1).map((move) => move.status)];
    found.equal(
      `the moves in the log of the run ${_id}`,
      before,
      moves.map(({ from }) => from),
    );
    found.equal(`the status of the run ${_id}`, status, moves.at(-1)?.status);
    found.equal(`the snapshots of the run ${_id}`, snapshots.get(_id)?.length ?? 0, Number(isReady(status)));
  }
}

/** Each label of a run has a row with what lists filter by. */
export function checkLabels(tables: Tables, found: Findings): void {
  const rows = grouped(tables.rows("runLabels"), byRun);
  for (const { _id, status, deletedAtMs, workflowId, source, labels = [] } of tables.rows("runs")) {
    const inTrash = String(deletedAtMs !== undefined);
    const kept = (rows.get(_id) ?? []).map((row) =>
      [row.label, row.status, String(row.deletedAtMs !== undefined), row.workflowId, row.source].join("\n"),
    );
    const expected = labels.map((label) => [label, status, inTrash, workflowId, source].join("\n"));
    const byText = (a: string, b: string) => a.localeCompare(b);
    found.equal(`the labels of the run ${_id}`, kept.toSorted(byText), expected.toSorted(byText));
  }
}

/** A run counts the questions of its present attempt that wait. An ended one counts none. */
export function checkQuestions(tables: Tables, found: Findings): void {
  const waiting = grouped(
    tables.rows("runQuestions").filter(({ status }) => status === "waiting"),
    ({ runId, attempt }) => `${runId} ${attempt}`,
  );
  for (const { _id, attempt, status, openQuestions = 0 } of tables.rows("runs")) {
    const expected = isFinal(status) ? 0 : (waiting.get(`${_id} ${attempt}`)?.length ?? 0);
    found.equal(`the open questions of the run ${_id}`, openQuestions, expected);
  }
}

export function checkUsage(tables: Tables, found: Findings): void {
  const usage = grouped(tables.rows("usageRecords"), ({ runId }) => runId ?? "");
  for (const { _id, costMicroUsd } of tables.rows("runs")) {
    found.atLeast(
      `the cost of the run ${_id}`,
      costMicroUsd,
      sumOf(usage.get(_id) ?? [], (one) => one.costMicroUsd),
    );
  }
}

/**
 * No run has two open jobs. A run that has ended may still have a job that was cancelled; the runner that claims it
 * learns that. Whether a job waits, is held or has ended can be seen from its times, too: claims find it by these.
 */
export function checkJobs(tables: Tables, found: Findings): void {
  const open = tables.rows("jobs").filter(({ status }) => status === "queued" || status === "claimed");
  const toExecute = open.flatMap(({ work, cancelRequested }) =>
    work.kind === "run.execute" && !cancelRequested ? [work.runId] : [],
  );
  found.unique("open jobs of a run", toExecute);
  for (const { _id, status, endedAtMs, leaseUntilMs } of tables.rows("jobs")) {
    const open = leaseUntilMs === undefined ? "queued" : "claimed";
    const seen = endedAtMs === undefined ? open : "ended";
    found.equal(`the times of the job ${_id}`, seen, status === "queued" || status === "claimed" ? status : "ended");
  }
}

export function checkTrash(tables: Tables, found: Findings): void {
  const discarded = [
    ...tables.rows("runs"),
    ...tables.rows("sandboxes"),
    ...tables.rows("workflows"),
    ...tables.rows("learnings"),
    ...tables.rows("issueSessions"),
    ...tables.rows("answeringSessions"),
    ...tables.rows("assets"),
  ].flatMap(({ _id, deletedAtMs }) => (deletedAtMs === undefined ? [] : [String(_id)]));
  const items = tables.rows("trashItems").map(({ entityId }) => entityId.slice(entityId.indexOf("_") + 1));
  found.equal("what is in the trash", items.toSorted(), discarded.toSorted());
}

export function checkMessages(tables: Tables, found: Findings): void {
  const chunks = grouped(tables.rows("messageChunks"), ({ messageId }) => messageId);
  const messages = tables.rows("messages");
  for (const { _id, status } of messages) {
    const ofMessage = chunks.get(_id) ?? [];
    if (status === "streaming")
      found.numbered(
        `the chunks of ${_id}`,
        ofMessage.map(({ number }) => number),
      );
  }
  const streams = messages.filter(({ messageId }) => messageId !== undefined);
  found.unique(
    "streams of a sandbox",
    streams.map(({ sandboxId, messageId }) => `${sandboxId} ${messageId}`),
  );
  const spoken = new Set(messages.flatMap(({ role, sandboxId }) => (role === "assistant" ? [sandboxId] : [])));
  for (const { _id, hasAssistantMessages } of tables.rows("sandboxes")) {
    found.equal(`whether ${_id} has messages of the assistant`, hasAssistantMessages, spoken.has(_id));
  }
}

export function checkVersions(tables: Tables, found: Findings): void {
  const ofAssets = grouped(tables.rows("assetVersions"), ({ assetId }) => assetId);
  for (const { _id, newestVersion, activeVersion, isServed } of tables.rows("assets")) {
    const numbers = (ofAssets.get(_id) ?? []).map(({ version }) => version);
    found.numbered(`the versions of the asset ${_id}`, numbers);
    found.equal(`the newest version of the asset ${_id}`, newestVersion, numbers.length);
    found.equal(`whether ${_id} is served`, isServed, activeVersion !== undefined);
  }
  const ofPersonas = grouped(tables.rows("personaVersions"), ({ personaId }) => personaId);
  for (const { _id, version } of tables.rows("personas")) {
    const numbers = (ofPersonas.get(_id) ?? []).map((one) => one.version);
    found.numbered(`the versions of the persona ${_id}`, numbers);
    found.equal(`the newest version of the persona ${_id}`, version, numbers.length);
  }
  const documents = new Set(tables.rows("learningDocuments").map(({ _id }) => _id));
  const ofRoles = grouped(tables.rows("learningVersions"), ({ projectId, roleType }) => `${projectId} ${roleType}`);
  for (const [role, versions] of ofRoles) {
    found.unique(
      `the versions for ${role}`,
      versions.map(({ version }) => String(version)),
    );
    const active = versions.filter(({ status }) => status === "active").length;
    found.isTrue(`at most one version for ${role} is active`, active <= 1);
    found.isTrue(
      `each version for ${role} has its document`,
      versions.every((one) => documents.has(one.documentId)),
    );
  }
}

/** The product, not the database, must keep these values unique. */
export function checkUniqueness(tables: Tables, found: Findings): void {
  found.unique(
    "slugs of projects",
    tables.rows("projects").map(({ slug }) => slug),
  );
  found.unique(
    "addresses of users",
    tables.rows("users").map(({ email }) => email),
  );
  found.unique(
    "hashes of keys",
    tables.rows("apiKeys").map(({ hash }) => hash),
  );
  const members = tables.rows("projectMembers");
  found.unique(
    "memberships",
    members.map(({ projectId, userId }) => `${projectId} ${userId}`),
  );
  const invitations = tables.rows("projectInvitations");
  found.unique(
    "invitations",
    invitations.map(({ projectId, email }) => `${projectId} ${email}`),
  );
  const repeatable = tables.rows("idempotencyKeys");
  found.unique(
    "idempotency keys",
    repeatable.map(({ projectId, keyHash }) => `${projectId} ${keyHash}`),
  );
}

/** An issue and its chain must name each other. */
export function checkWorkChains(tables: Tables, found: Findings): void {
  const named = tables.rows("workChains").flatMap(({ _id, issueIds }) => issueIds.map((issue) => `${_id} ${issue}`));
  found.unique("issues of a chain", named);
  const naming = tables
    .rows("issues")
    .flatMap(({ _id, workChainId }) => (workChainId === undefined ? [] : [`${workChainId} ${_id}`]));
  const chains = new Set(named);
  for (const pair of naming) found.isTrue(`the chain of "${pair}" names the issue`, chains.has(pair));
}
