import { api } from "../../../../convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { trashTypeOf, trashTypeLabels } from "./trashTypes";
import type { TrashItem } from "./trashTypes";

export function PurgeDialog({ item, onClose }: { item: TrashItem; onClose: () => void }) {
  const purge = useProjectMutation(api.trash.dashboard.purge);
  const entityType = trashTypeOf(item);
  return (
    <ConfirmDialog
      title={`Remove “${item.name}” for good?`}
      label="Remove for good"
      successText={`“${item.name}” is gone for good.`}
      change={() => purge({ entityType, entityId: item.entityId })}
      onClose={onClose}
    >
      Nobody can restore the {trashTypeLabels[entityType].one.toLowerCase()} “{item.name}” after that.
    </ConfirmDialog>
  );
}
