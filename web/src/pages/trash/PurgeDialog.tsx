import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { trashTypeOf, trashTypeLabels } from "./trashTypes";
import type { TrashItem } from "./trashTypes";

export function PurgeDialog({ item, onClose }: { item: TrashItem; onClose: () => void }) {
  const purge = useProjectMutation(api.trash.dashboard.purge);
  const entityType = trashTypeOf(item);
  return (
    <ConfirmDialog
      title={`Delete “${item.name}” for good?`}
      label="Delete for good"
      successText={`“${item.name}” is deleted for good.`}
      change={() => purge({ entityType, entityId: item.entityId })}
      onClose={onClose}
    >
      The {trashTypeLabels[entityType].one.toLowerCase()} “{item.name}” cannot be restored after that.
    </ConfirmDialog>
  );
}
