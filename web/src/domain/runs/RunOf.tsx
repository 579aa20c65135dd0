// A run that another thing names by its id: its state and a link to it, live.
import { Link } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Status } from "../../parts/Status";
import style from "./RunOf.module.css";

export function RunOf({ runId, isNamed = false }: { runId: string; isNamed?: boolean }) {
  const href = useHref();
  const found = useProjectQuery(api.runs.dashboard.get, { id: runId });
  switch (found.kind) {
    case "loading":
      return null;
    case "refused":
      return <span className={style.gone}>The run is deleted</span>;
    case "shown": {
      const { runNumber, name, status, currentStepLabel } = found.value;
      return (
        <span className={style.run}>
          <Status of={status} />
          <Link href={href(`runs/${runNumber}`)} title={name}>
            Run {runNumber}
          </Link>
          {isNamed && <bdi className={style.name}>{name}</bdi>}
          {status === "running" && currentStepLabel !== null && <span className={style.gone}>{currentStepLabel}</span>}
        </span>
      );
    }
  }
}
