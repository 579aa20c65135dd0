// The state that the issues of a group have, and how many there are.
import { IssueState } from "../../domain/issues/IssueState";
import type { IssueGroup } from "./useIssueGroups";
import style from "./IssueList.module.css";

export function GroupName({ group: { status, issues, hasMore } }: { group: IssueGroup }) {
  return (
    <>
      <IssueState of={status} />
      <span className={style.count}>
        {issues.length}
        {hasMore && "+"}
      </span>
    </>
  );
}
