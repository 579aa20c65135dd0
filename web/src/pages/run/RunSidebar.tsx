// Beside the transcript: what the run needs, what went wrong, its steps over time, and what it was asked to do.
import { useState } from "react";
import { ContentBoundary } from "../../parts/ContentBoundary";
import { ExternalLink } from "../../parts/ExternalLink";
import { Status } from "../../parts/Status";
import { showInvisible } from "../../domain/code/showInvisible";
import { statusByText } from "../../domain/runs/actorText";
import { useWaitingText } from "../../domain/runs/useWaitingText";
import { FoldedText } from "./FoldedText";
import { RunOrigin } from "./RunOrigin";
import { RunQuestions } from "./RunQuestions";
import { RunResult } from "./RunResult";
import { Timeline } from "./timeline/Timeline";
import type { Run } from "./useRun";
import style from "./RunSidebar.module.css";

export function RunSidebar({ run }: { run: Run }) {
  // On a narrow page the transcript comes soon, so what is known already is folded.
  const [isWide] = useState(() => window.matchMedia("(width > 1080px)").matches);
  return (
    <div className={style.side}>
      <ContentBoundary what="part" text={run.error ?? ""} resetKey={run.status}>
        <Notes run={run} />
      </ContentBoundary>
      <ContentBoundary what="part" resetKey={run.status}>
        <RunQuestions run={run} />
      </ContentBoundary>
      <ContentBoundary what="part" resetKey={run.status}>
        <RunResult run={run} />
      </ContentBoundary>
      <ContentBoundary what="timeline" resetKey={run.status}>
        <Timeline run={run} />
      </ContentBoundary>
      <ContentBoundary what="part" resetKey={run.status}>
        <Checks run={run} />
      </ContentBoundary>
      <details className={style.about} open={isWide}>
        <summary>Task and origin</summary>
        <section className={style.section} aria-label="Task">
          <h2>Task</h2>
          <div className={style.prompt}>
            <FoldedText text={run.prompt} />
          </div>
        </section>
        <ContentBoundary what="part" resetKey={run.status}>
          <RunOrigin run={run} />
        </ContentBoundary>
      </details>
    </div>
  );
}

function Notes({ run }: { run: Run }) {
  const { failureReason, error, status } = run;
  const waiting = useWaitingText(run);
  const by = statusByText(run);
  return (
    <div role="status" className={style.notes}>
      {waiting !== null && (
        <p className={style.note} data-tone="wait">
          {waiting}
        </p>
      )}
      {by !== null && status === "paused" && (
        <p className={style.note} data-tone="quiet" dir="auto">
          {by}
        </p>
      )}
      {/* The page begins with what failed. */}
      {failureReason !== null && status !== "failed" && (
        <div className={style.note} data-tone="quiet">
          <strong dir="auto">{by ?? reasonText(failureReason)}</strong>
          {error !== null && <p dir="auto">{error}</p>}
        </div>
      )}
    </div>
  );
}

/** Reasons are names such as `runner_lost`; `failed` and `cancelled` say nothing more than the state. */
function reasonText(reason: string): string {
  const words = reason.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function Checks({ run: { ciChecks } }: { run: Run }) {
  if (ciChecks === null || ciChecks.checks.length === 0) return null;
  return (
    <section className={style.section} aria-label="Checks">
      <h2>Checks</h2>
      <ul className={style.checks}>
        {ciChecks.checks.map(({ name, status, url }) => (
          <li key={name}>
            <Status status={status} label={showInvisible(name)} />
            {url !== null && <ExternalLink href={url}>Open</ExternalLink>}
          </li>
        ))}
      </ul>
    </section>
  );
}
