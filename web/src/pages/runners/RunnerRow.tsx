import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo, useNow } from "../../parts/Time";
import type { useRowNavigation } from "../../parts/useRowNavigation";
import { JobLink } from "./JobLink";
import type { Job } from "./JobLink";
import { runnerState } from "./runner";
import type { Runner } from "./runner";
import style from "./Runners.module.css";

interface Props {
  runner: Runner;
  /** The jobs that it holds. */
  jobs: readonly Job[];
  rowProps: ReturnType<ReturnType<typeof useRowNavigation>["rowProps"]>;
}

export function RunnerRow({ runner, jobs, rowProps }: Props) {
  const { runnerId, tokenId, kinds, lastSeenAt } = runner;
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.main}>
        <bdi>{runnerId}</bdi>
        <span className={table.below}>
          {tokenId === null ? "Uses the deployment's secret" : "Uses a token of this project"}
        </span>
      </td>
      <td className={table.state}>
        <State runner={runner} />
      </td>
      <td className={table.some}>
        <span className={style.jobs}>
          {jobs.map((job) => (
            <JobLink key={job.id} job={job} />
          ))}
        </span>
      </td>
      <td className={`${table.some} ${table.minor}`} title={kindsText(kinds)}>
        {kindsText(kinds)}
      </td>
      <td className={table.end} data-label="Last seen">
        <TimeAgo at={lastSeenAt} />
      </td>
    </tr>
  );
}

function State({ runner }: { runner: Runner }) {
  const state = runnerState(runner, useNow(10_000));
  switch (state.kind) {
    case "silent":
      return <Status status="failed" label={state.text} />;
    case "working":
      return <Status status="running" label="Working" />;
    case "waiting":
      return <Status status="active" label="Ready" />;
  }
}

const kindLabels: Record<Job["kind"], string> = {
  "run.execute": "Runs",
  "sprintChain.execute": "Sprint chains",
  "workChain.execute": "Work chains",
  "issueSession.scan": "Scans for issues",
  "answeringSession.continue": "Answers",
  "merge.execute": "Merges",
  "learning.extract": "Learnings",
  "sandbox.message": "Messages",
  "sandbox.devServer": "Dev servers",
};

/** In words, which kinds of work it asks for. A newer service may know others. */
function kindsText(kinds: readonly string[] | null): string {
  const words = Object.entries(kindLabels);
  if (kinds === null || words.every(([kind]) => kinds.includes(kind))) return "All kinds of work";
  return kinds.map((kind) => words.find(([known]) => known === kind)?.[1] ?? kind).join(", ");
}
