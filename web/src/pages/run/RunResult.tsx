// Where the work of the run is, and how to get it.
import { CopyButton } from "../../parts/CopyButton";
import { ExternalLink } from "../../parts/ExternalLink";
import { Fact, FactRows } from "../../parts/Facts";
import { comparePage, fetchCommand } from "./resultCommands";
import type { Run } from "./useRun";
import side from "./RunSidebar.module.css";
import style from "./RunResult.module.css";

export function RunResult({ run }: { run: Run }) {
  const { resultBranch, resultRepository, branchName, completedAt } = run;
  if (resultBranch === null) return null;
  const command = fetchCommand(run);
  const compare = comparePage(run);
  return (
    <section className={side.section} aria-label="Result">
      <h2>{completedAt === null ? "Result so far" : "Result"}</h2>
      <FactRows>
        <Fact name="Branch">
          <span className={style.branch}>
            <bdi>{resultBranch}</bdi>
            <CopyButton text={resultBranch} what="Copy the name of the branch" />
          </span>
        </Fact>
        <Fact name="Based on">
          <span className={style.branch}>
            <bdi>{branchName}</bdi>
            <CopyButton text={branchName} what="Copy the name of the base branch" />
          </span>
        </Fact>
      </FactRows>
      {resultRepository !== null && (
        <p className={style.note}>
          The runner has not pushed it. The branch is in the runner’s copy of the repository.
        </p>
      )}
      {command !== null && (
        <div className={style.command}>
          <code>{command}</code>
          <CopyButton text={command} what="Copy the command" />
        </div>
      )}
      {compare !== null && (
        <p className={style.note}>
          <ExternalLink href={compare}>Compare with {branchName}</ExternalLink>
        </p>
      )}
    </section>
  );
}
