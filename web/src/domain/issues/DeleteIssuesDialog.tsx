import { ConfirmDialog } from "../../parts/ConfirmDialog";
import type { Issue } from "./issue";
import { useIssueMutations } from "./useIssueMutations";

interface Props {
  issues: readonly Issue[];
  onClose: () => void;
  onDone: () => void;
}

export function DeleteIssuesDialog({ issues, ...rest }: Props) {
  const { remove } = useIssueMutations();
  const [only] = issues.length === 1 ? issues : [];
  const what = only === undefined ? `${issues.length} issues` : "this issue";
  return (
    <ConfirmDialog
      title={`Delete ${what} for good?`}
      label="Delete for good"
      successText={only === undefined ? `${issues.length} issues are deleted.` : "The issue is deleted."}
      change={() => remove(issues)}
      {...rest}
    >
      {only !== undefined && (
        <>
          <bdi>“{only.title}”</bdi>.{" "}
        </>
      )}
      Runs that worked on {only === undefined ? "them" : "it"} are kept.
    </ConfirmDialog>
  );
}
