// Who works for the project, on what, and what waits for somebody to work on it.
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { useProjectList, useProjectQuery } from "../../live/useProjectQuery";
import { ButtonLink } from "../../parts/Button";
import { EachRow } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { PageHead } from "../../parts/PageHead";
import { Section } from "../../parts/Section";
import { Shown } from "../../parts/Shown";
import table from "../../parts/Table.module.css";
import { useNow } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { RunnerRow } from "./RunnerRow";
import { stateOf } from "./runner";
import type { Runner } from "./runner";
import { WaitingJobs } from "./WaitingJobs";

export default function RunnersPage() {
  const found = useProjectQuery(api.runners.dashboard.list, {});
  const now = useNow(10_000);
  const runners = found.kind === "shown" ? found.value : [];
  return (
    <>
      <PageHead title="Runners" />
      <Shown of={found}>{(runners) => (runners.length === 0 ? <NoRunner /> : <Rows runners={runners} />)}</Shown>
      <Section title="What waits for a runner">
        <WaitingJobs hasRunner={runners.some((runner) => stateOf(runner, now).kind !== "silent")} />
      </Section>
    </>
  );
}

function NoRunner() {
  const href = useHref();
  const mayMakeTokens = useMay("runnerTokens:make");
  return (
    <Empty
      title="No runner asks for work"
      command="npm run runner"
      action={
        mayMakeTokens && <ButtonLink href={href("settings/runner-tokens")}>Make a token for another machine</ButtonLink>
      }
    >
      A runner does the work with your coding agent. This starts one beside the service; on another machine it needs a
      runner token, which an owner makes. See docs/runner.md.
    </Empty>
  );
}

function Rows({ runners }: { runners: readonly Runner[] }) {
  const keyOf = ({ tokenId, runnerId }: Runner) => `${tokenId ?? ""} ${runnerId}`;
  const { rowProps } = useRowKeys(runners.map(keyOf), "runner");
  const { results: held } = useProjectList(api.jobs.dashboard.list, { status: "claimed" }, 100);
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th>Runner</th>
          <th className={table.state}>State</th>
          <th className={table.some}>Works on</th>
          <th className={`${table.some} ${table.minor}`}>Takes</th>
          <th className={table.end}>Last heard</th>
        </tr>
      </thead>
      <tbody>
        <EachRow of={runners} keyOf={keyOf} as="tr">
          {(runner) => (
            <RunnerRow
              runner={runner}
              jobs={held.filter(({ id }) => runner.jobIds.includes(id))}
              rowProps={rowProps(keyOf(runner))}
            />
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
