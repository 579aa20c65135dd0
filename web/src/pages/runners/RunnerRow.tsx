import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo, useNow } from "../../parts/Time";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { JobLink } from "./JobLink";
import type { Job } from "./JobLink";
import { agentsText, factsText, placesText, runnerState } from "../../domain/runners/runner";
import type { Runner } from "../../domain/runners/runner";
import style from "./Runners.module.css";

interface Props {
  runner: Runner;
  /** The jobs that it holds. */
  jobs: readonly Job[];
  rowProps: ListRowProps;
}

export function RunnerRow({ runner, jobs, rowProps }: Props) {
  const { runnerId, name, kinds, lastSeenAt } = runner;
  return (
    <tr className={table.row} {...rowProps}>
      <td className={table.main}>
        <bdi title={runnerId}>{name ?? runnerId}</bdi>
        <span className={table.below}>{factsText(runner)}</span>
        <Agents runner={runner} />
      </td>
      <td className={table.state}>
        <State runner={runner} />
        {runner.places !== null && <span className={style.detail}>{placesText(runner.places)}</span>}
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

/** What the runner says about its agents, and what is wrong with it. */
function Agents({ runner: { agents, lastError } }: { runner: Runner }) {
  return (
    <>
      {agents !== null && agents.length > 0 && (
        <span className={table.below}>
          Agents: <span dir="auto">{agentsText(agents)}</span>
        </span>
      )}
      {agents?.map(({ name, problem }) => problem !== null && <Problem key={name} title={name} text={problem} />)}
      {lastError !== null && (
        <span className={style.detail}>
          Last error, <TimeAgo at={lastError.at} />: <span dir="auto">{lastError.text}</span>
        </span>
      )}
    </>
  );
}

function Problem({ title, text }: { title: string; text: string }) {
  return (
    <span className={style.detail}>
      <Status status="failed" label={`${title} cannot start:`} /> <span dir="auto">{text}</span>
    </span>
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
  "run.continue": "Rounds",
  "sprintChain.execute": "Sprint chains",
  "workChain.execute": "Work chains",
  "issueSession.scan": "Scans for issues",
  "answeringSession.continue": "Answers",
  "merge.execute": "Merges",
  "learning.extract": "Learnings",
  "sandbox.message": "Messages",
  "sandbox.devServer": "Dev servers",
  "repository.check": "Checks of repositories",
  "pullRequest.look": "Refreshes pull requests",
};

/** Runners of earlier versions do all other kinds. */
const newKinds: ReadonlySet<string> = new Set(["repository.check", "run.continue", "pullRequest.look"]);
const isNewKind = (kind: string) => newKinds.has(kind);

/** In words, which kinds of work it asks for. A newer service may know others. */
function kindsText(kinds: readonly string[] | null): string {
  const words = Object.entries(kindLabels);
  if (kinds === null || words.every(([kind]) => isNewKind(kind) || kinds.includes(kind))) return "All kinds of work";
  return kinds.map((kind) => words.find(([known]) => known === kind)?.[1] ?? kind).join(", ");
}
