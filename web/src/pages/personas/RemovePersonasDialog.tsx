import { api } from "#convex/_generated/api";
import { useProjectMutation } from "../../live/projectHooks";
import { ConfirmDialog } from "../../parts/ConfirmDialog";

interface Props {
  personas: readonly { id: string; name: string }[];
  onClose: () => void;
  onDone: () => void;
}

/** The service takes this many at once. */
const batchSize = 100;

export function RemovePersonasDialog({ personas, onClose, onDone }: Props) {
  const removeMany = useProjectMutation(api.personas.dashboard.removeMany);
  const [only] = personas;
  const what = personas.length === 1 ? `“${only?.name ?? ""}”` : `${personas.length} personas`;
  return (
    <ConfirmDialog
      title={`Delete ${what} for good?`}
      label="Delete for good"
      successText={personas.length === 1 ? `${what} is deleted.` : `${what} are deleted.`}
      change={async () => {
        const ids = personas.map(({ id }) => id);
        for (let start = 0; start < ids.length; start += batchSize) {
          await removeMany({ personaIds: ids.slice(start, start + batchSize) });
        }
      }}
      onClose={onClose}
      onDone={onDone}
    >
      This cannot be undone. Steps of workflows that name {personas.length === 1 ? "it" : "one of them"} run without a
      persona. Finished steps keep their version.
    </ConfirmDialog>
  );
}
