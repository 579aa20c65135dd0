// One merge run: what is combined, how it stands, and why it stopped.
import type { FunctionReturnType } from "convex/server";
import type { api } from "#convex/_generated/api";
import { Status } from "../../parts/Status";
import { TimeAgo, Duration } from "../../parts/Time";
import type { ListRowProps } from "../../parts/useRowNavigation";
import { ExternalLink } from "../../parts/ExternalLink";
import { changesBaseBranch, configText } from "./mergeConfig";
import style from "./Merging.module.css";

type MergeRun = FunctionReturnType<typeof api.merging.dashboard.list>["page"][number];

interface Props {
  mergeRun: MergeRun;
  rowProps: ListRowProps;
}

export function MergeRunRow({ mergeRun, rowProps }: Props) {
  const { status, pullRequests, baseBranch, config, prUrl, error, createdAt, completedAt } = mergeRun;
  return (
    <li className={style.row} {...rowProps}>
      <div className={style.line}>
        <Status status={status} />
        <span className={style.what}>
          {pullRequests.length} pull {pullRequests.length === 1 ? "request" : "requests"}{" "}
          {changesBaseBranch(config) ? "into" : "on top of"} <bdi>{baseBranch ?? "the default branch"}</bdi>
        </span>
        <span className={style.quiet}>{configText(config)}</span>
        <span className={style.when}>
          <Duration from={createdAt} until={completedAt} /> · <TimeAgo at={createdAt} />
        </span>
      </div>
      <ul className={style.requests}>
        {pullRequests.map((pullRequest) => (
          <li key={pullRequest.prUrl}>
            <ExternalLink href={pullRequest.prUrl}>#{pullRequest.prNumber}</ExternalLink>
          </li>
        ))}
        {prUrl !== null && (
          <li>
            combined into <ExternalLink href={prUrl}>one pull request</ExternalLink>
          </li>
        )}
      </ul>
      {error !== null && <p className={style.reason}>{error}</p>}
    </li>
  );
}
