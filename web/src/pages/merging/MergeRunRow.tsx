// One merge run: what is combined, how it stands, and why it stopped.
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { Status } from "../../parts/Status";
import { Ago, Duration } from "../../parts/Time";
import type { useRowKeys } from "../../parts/useRowKeys";
import { OutsideLink } from "../../parts/OutsideLink";
import { configText } from "./config";
import style from "./Merging.module.css";

type MergeRun = FunctionReturnType<typeof api.merging.dashboard.list>["page"][number];

interface Props {
  mergeRun: MergeRun;
  rowProps: ReturnType<ReturnType<typeof useRowKeys>["rowProps"]>;
}

export function MergeRunRow({ mergeRun, rowProps }: Props) {
  const { status, pullRequests, baseBranch, config, prUrl, error, createdAt, completedAt } = mergeRun;
  return (
    <li className={style.row} {...rowProps}>
      <div className={style.line}>
        <Status of={status} />
        <span className={style.what}>
          {pullRequests.length} pull {pullRequests.length === 1 ? "request" : "requests"} into{" "}
          <bdi>{baseBranch ?? "main"}</bdi>
        </span>
        <span className={style.quiet}>{configText(config)}</span>
        <span className={style.when}>
          <Duration from={createdAt} until={completedAt} /> · <Ago at={createdAt} />
        </span>
      </div>
      <ul className={style.requests}>
        {pullRequests.map((pullRequest) => (
          <li key={pullRequest.prUrl}>
            <OutsideLink href={pullRequest.prUrl}>#{pullRequest.prNumber}</OutsideLink>
          </li>
        ))}
        {prUrl !== null && (
          <li>
            became <OutsideLink href={prUrl}>the pull request of all</OutsideLink>
          </li>
        )}
      </ul>
      {error !== null && <p className={style.reason}>{error}</p>}
    </li>
  );
}
