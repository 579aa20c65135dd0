// What can be done with all selected issues at once.
import { statusChoices } from "../../domain/issues/issue";
import type { Issue } from "../../domain/issues/issue";
import { useIssueMutations } from "../../domain/issues/useIssueMutations";
import { Button } from "../../parts/Button";
import { SelectionBar } from "../../parts/SelectionBar";

interface Props {
  issues: readonly Issue[];
  onDelete: () => void;
  onDone: () => void;
}

export function SelectedIssuesBar({ issues, onDelete, onDone }: Props) {
  const { move } = useIssueMutations();
  return (
    <SelectionBar what="issues" count={issues.length} onClear={onDone}>
      {statusChoices
        .filter(({ value }) => issues.some(({ status }) => status !== value))
        .map(({ value, label }) => (
          <Button
            key={value}
            onClick={() => {
              move(issues, { status: value });
              onDone();
            }}
          >
            {label}
          </Button>
        ))}
      <Button look="bad" onClick={onDelete}>
        Delete for good
      </Button>
    </SelectionBar>
  );
}
