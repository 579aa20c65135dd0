// What a runner has found out about a repository, in a sentence.
import { Status } from "../../parts/Status";
import type { RepositoryCheck } from "./useRepositoryChecks";
import style from "./RepositoryCheckResult.module.css";

export function RepositoryCheckResult({ check }: { check: RepositoryCheck }) {
  return (
    <div className={style.result}>
      <State check={check} />
    </div>
  );
}

function State({ check }: { check: RepositoryCheck }) {
  switch (check.status) {
    case "pending":
      return (
        <>
          <Status status="pending" label="Checking" />
          {check.waiting !== null && <span>A runner checks it as soon as one is connected.</span>}
        </>
      );
    case "failed":
      return (
        <>
          <Status status="failed" label="Cannot be used" />
          <span>{check.error}</span>
        </>
      );
    case "ok":
      return (
        <>
          <Status status="completed" label="Can be used" />
          <span>
            Runs begin at <code>{check.baseBranch}</code>
            {check.baseBranch === check.defaultBranch ? ", its default branch" : ""}
            {check.headCommit === null ? "" : `, commit ${check.headCommit.slice(0, 8)}`}.
          </span>
        </>
      );
  }
}
