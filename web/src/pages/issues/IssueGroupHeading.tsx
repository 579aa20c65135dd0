// The state that the issues of a group have, and how many there are.
import { IssueStatusLabel } from "../../domain/issues/IssueStatusLabel";
import type { IssueGroup } from "./useIssueGroups";
import style from "./IssueList.module.css";

export function IssueGroupHeading({ group: { status, issues, hasMore } }: { group: IssueGroup }) {
  return (
    <>
      <IssueStatusLabel status={status} />
      <span className={style.count}>
        {issues.length}
        {hasMore && "+"}
      </span>
    </>
  );
}
