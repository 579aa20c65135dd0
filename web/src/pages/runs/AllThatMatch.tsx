// What can be done with all runs that match the filters, also with those that the list has not loaded.
import { useState } from "react";
import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Menu } from "../../parts/Menu";
import type { AskedBulk } from "./BulkProgress";
import { bulkActions } from "./bulkActions";
import type { BulkChoice } from "./bulkActions";
import type { RunFilterState } from "./useRunFilters";

interface Props {
  filter: NonNullable<RunFilterState["bulkFilter"]>;
  onAsked: (asked: AskedBulk) => void;
}

export function AllThatMatch({ filter, onAsked }: Props) {
  const start = useProjectMutation(api.bulkActions.dashboard.start);
  const [chosen, choose] = useState<BulkChoice | null>(null);
  return (
    <>
      <Menu
        label="All that match"
        items={bulkActions.map((one) => ({ label: one.label, isBad: one.name === "delete", run: () => choose(one) }))}
      />
      {chosen !== null && (
        <ConfirmDialog
          title={`${chosen.label}: all runs that match?`}
          label={chosen.label}
          change={async () => {
            const { id } = await start({ action: chosen.name, filter });
            onAsked({ id, done: chosen.done });
          }}
          onClose={() => choose(null)}
        >
          It is about every run that matches the filters now, also those that are not shown yet. Runs whose state does
          not allow it are skipped.
        </ConfirmDialog>
      )}
    </>
  );
}
