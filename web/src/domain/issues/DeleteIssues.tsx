import { Confirm } from "../../parts/Confirm";
import type { Issue } from "./issue";
import { useIssueChanges } from "./useIssueChanges";

interface Props {
  issues: readonly Issue[];
  onClose: () => void;
  onDone: () => void;
}

export function DeleteIssues({ issues, ...rest }: Props) {
  const { remove } = useIssueChanges();
  const [only] = issues.length === 1 ? issues : [];
  const what = only === undefined ? `${issues.length} issues` : "this issue";
  return (
    <Confirm
      title={`Delete ${what}?`}
      label="Delete"
      done={only === undefined ? `${issues.length} issues are deleted.` : "The issue is deleted."}
      change={() => remove(issues)}
      {...rest}
    >
      {only !== undefined && (
        <>
          <bdi>“{only.title}”</bdi>{" "}
        </>
      )}
      {only === undefined ? "They are" : "It is"} deleted for good. Runs that worked on{" "}
      {only === undefined ? "them" : "it"} stay.
    </Confirm>
  );
}
