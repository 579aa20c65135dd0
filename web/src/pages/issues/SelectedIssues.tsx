// What can be done with all selected issues at once.
import { statusChoices } from "../../domain/issues/issue";
import type { Issue } from "../../domain/issues/issue";
import { useIssueChanges } from "../../domain/issues/useIssueChanges";
import { Button } from "../../parts/Button";
import { SelectionBar } from "../../parts/SelectionBar";

interface Props {
  issues: readonly Issue[];
  onDelete: () => void;
  onDone: () => void;
}

export function SelectedIssues({ issues, onDelete, onDone }: Props) {
  const { move } = useIssueChanges();
  return (
    <SelectionBar what="issues" count={issues.length} onNone={onDone}>
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
        Delete
      </Button>
    </SelectionBar>
  );
}
