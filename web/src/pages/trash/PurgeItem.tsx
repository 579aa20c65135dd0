import { api } from "../../../../convex/_generated/api";
import { useProjectMutation } from "../../live/useProjectQuery";
import { Confirm } from "../../parts/Confirm";
import { typeOf, typeWords } from "./types";
import type { TrashItem } from "./types";

export function PurgeItem({ item, onClose }: { item: TrashItem; onClose: () => void }) {
  const purge = useProjectMutation(api.trash.dashboard.purge);
  const entityType = typeOf(item);
  return (
    <Confirm
      title={`Remove “${item.name}” for good?`}
      label="Remove for good"
      done={`“${item.name}” is gone for good.`}
      change={() => purge({ entityType, entityId: item.entityId })}
      onClose={onClose}
    >
      Nobody can restore the {typeWords[entityType].one.toLowerCase()} “{item.name}” after that.
    </Confirm>
  );
}
