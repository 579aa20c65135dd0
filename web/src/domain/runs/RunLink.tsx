// A run that another thing names by its id: its state and a link to it, live.
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { useProjectQuery } from "../../live/projectHooks";
import { RunStatus } from "./RunStatus";
import { UnseenDot } from "./UnseenDot";
import { useUnseenRunIds } from "./useUnseenRunIds";
import style from "./RunLink.module.css";

export function RunLink({ runId, showsName = false }: { runId: string; showsName?: boolean }) {
  const href = useProjectHref();
  const found = useProjectQuery(api.runs.dashboard.get, { id: runId });
  const unseenIds = useUnseenRunIds();
  switch (found.kind) {
    case "loading":
      return null;
    case "error":
      return <span className={style.gone}>The run is deleted</span>;
    case "ready": {
      const { runNumber, name, status, currentStepLabel } = found.value;
      return (
        <span className={style.run}>
          <RunStatus run={found.value} />
          <Link href={href(`runs/${runNumber}`)} title={name}>
            Run {runNumber}
          </Link>
          {unseenIds.has(runId) && <UnseenDot />}
          {showsName && <bdi className={style.name}>{name}</bdi>}
          {status === "running" && currentStepLabel !== null && <span className={style.gone}>{currentStepLabel}</span>}
        </span>
      );
    }
  }
}
