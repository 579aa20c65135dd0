// Who works for the project, on what, and what waits for somebody to work on it.
import { Link } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useProjectList, useProjectQuery } from "../../live/projectHooks";
import { ButtonLink } from "../../parts/Button";
import { EachRow } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { PageHeader } from "../../parts/PageHeader";
import { Section } from "../../parts/Section";
import { Loaded } from "../../parts/Loaded";
import table from "../../parts/Table.module.css";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { RunnerRow } from "./RunnerRow";
import type { Runner } from "../../domain/runners/runner";
import { FailedJobs } from "./FailedJobs";
import { WaitingJobs } from "./WaitingJobs";
import style from "./Runners.module.css";

export default function RunnersPage() {
  const found = useProjectQuery(api.runners.dashboard.list, {});
  const runners = found.kind === "ready" ? found.value : [];
  return (
    <>
      <PageHeader title="Runners" />
      <Loaded result={found}>{(runners) => (runners.length === 0 ? <NoRunner /> : <Rows runners={runners} />)}</Loaded>
      <Section title="Waiting for a runner">
        <WaitingJobs runners={runners} />
      </Section>
      <QueueLink />
      <FailedJobs />
    </>
  );
}

function QueueLink() {
  const href = useProjectHref();
  return (
    <p className={style.queue}>
      <Link href={href("queue")}>See which runs wait, and what for</Link>
    </p>
  );
}

function NoRunner() {
  const href = useProjectHref();
  const mayMakeTokens = useHasPermission("runnerTokens:make");
  return (
    <EmptyState
      title="No runner is connected"
      command="npm run runner"
      action={
        mayMakeTokens && (
          <ButtonLink href={href("settings/runner-tokens")}>Create a token for another machine</ButtonLink>
        )
      }
    >
      A runner does the work with your coding agent. This starts one beside the service; on another machine it needs a
      runner token, which an owner makes. See docs/runner.md.
    </EmptyState>
  );
}

function Rows({ runners }: { runners: readonly Runner[] }) {
  const keyOf = ({ tokenId, runnerId }: Runner) => `${tokenId ?? ""} ${runnerId}`;
  const { rowProps } = useRowNavigation(runners.map(keyOf), "runner");
  const { results: claimedJobs } = useProjectList(api.jobs.dashboard.list, { status: "claimed" }, 100);
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Runner</th>
          <th className={table.state}>State</th>
          <th className={table.some}>Works on</th>
          <th className={`${table.some} ${table.minor}`}>Accepts</th>
          <th className={table.end}>Last seen</th>
        </tr>
      </thead>
      <tbody>
        <EachRow items={runners} keyOf={keyOf} as="tr">
          {(runner) => (
            <RunnerRow
              runner={runner}
              jobs={claimedJobs.filter(({ id }) => runner.jobIds.includes(id))}
              rowProps={rowProps(keyOf(runner))}
            />
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
