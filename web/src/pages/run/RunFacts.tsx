// What is always in sight of a run: state, time, money, tokens, branch, and without a pull request also checks and
// round.
import type { ReactNode } from "react";
import { showInvisible } from "../../domain/code/showInvisible";
import { RunStatus } from "../../domain/runs/RunStatus";
import { CopyButton } from "../../parts/CopyButton";
import { Count, Money } from "../../parts/Money";
import { Status, toLabel } from "../../parts/Status";
import { TimeAgo, Duration, ExactTime, durationText } from "../../parts/Time";
import { roundText } from "./roundText";
import type { Run } from "./useRun";
import { useStatusChanges } from "./timeline/useStatusChanges";
import style from "./RunHeader.module.css";

export function RunFacts({ run }: { run: Run }) {
  const { costUsd, unratedRecords, branchName, resultBranch, repositorySlug, attempt } = run;
  const tokens = run.steps.reduce((sum, { tokenUsage: of }) => sum + of.inputTokens + of.outputTokens, 0);
  return (
    <dl className={style.facts}>
      <div>
        <dt className="visually-hidden">State</dt>
        <dd>
          <RunStatus run={run} />
        </dd>
      </div>
      <Time run={run} />
      {(run.waiting?.reason === "provider" || run.waiting?.reason === "retry") && (
        <Fact name={run.waiting.reason === "retry" ? "Tries again" : "Waits until"}>
          <ExactTime at={run.waiting.until} />
        </Fact>
      )}
      <Fact name="Cost">
        <Money usd={costUsd} unrated={unratedRecords} />
      </Fact>
      {tokens > 0 && (
        <Fact name="Tokens">
          <Count value={tokens} />
          {run.hasMoreSteps && " +"}
        </Fact>
      )}
      <Fact name={resultBranch === null ? "Base branch" : "Branch"} isLesser={resultBranch === null}>
        <bdi title={repositorySlug ?? undefined}>{resultBranch ?? branchName}</bdi>
        {resultBranch !== null && <CopyButton text={resultBranch} what="Copy the branch" />}
      </Fact>
      {attempt > 1 && <Fact name="Attempt">{attempt}</Fact>}
      {run.pullRequest === null && <RoundAndChecks run={run} />}
    </dl>
  );
}

export function Fact({ name, isLesser = false, children }: { name: string; isLesser?: boolean; children: ReactNode }) {
  return (
    <div data-lesser={isLesser || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Time({ run }: { run: Run }) {
  const { status, startedAt, createdAt, completedAt, activeDurationMs } = run;
  if (startedAt === null) {
    return (
      <Fact name={completedAt === null && status === "pending" ? "Waiting" : "Created"}>
        {completedAt === null && status === "pending" ? <Wait run={run} /> : <TimeAgo at={createdAt} />}
      </Fact>
    );
  }
  // Nobody works on it, so this time stands still.
  if (completedAt === null && status !== "running") return <Fact name="Worked">{durationText(activeDurationMs)}</Fact>;
  return (
    <Fact name="Time">
      <span title={`${durationText(activeDurationMs)} without pauses`}>
        <Duration from={startedAt} until={completedAt} />
      </span>
    </Fact>
  );
}

/** A restarted run waits since its restart, and one that was scheduled since its time has come. */
function Wait({ run }: { run: Run }) {
  const queued = useStatusChanges(run).findLast(
    ({ status, attempt }) => status === "pending" && attempt === run.attempt,
  );
  const isFirst = run.attempt === 1 && run.scheduledFor === null;
  const fromMs = queued?.atMs ?? (isFirst ? run.createdAt : null);
  return fromMs !== null && <Duration from={fromMs} until={null} />;
}

export function RoundAndChecks({ run }: { run: Run }) {
  return (
    <>
      <Checks run={run} />
      {run.round > 0 && <Fact name="Round">{roundText(run)}</Fact>}
    </>
  );
}

function Checks({ run: { ciChecks } }: { run: Run }) {
  if (ciChecks === null) return null;
  const { status, checks } = ciChecks;
  const passed = checks.filter((check) => check.status === "success").length;
  const names = checks.map((check) => `${showInvisible(check.name)}: ${check.status}`).join("\n");
  return (
    <Fact name="Checks">
      <span title={names}>
        <Status
          status={status}
          label={checks.length === 0 ? toLabel(status) : `${passed} of ${checks.length} passed`}
        />
      </span>
    </Fact>
  );
}
