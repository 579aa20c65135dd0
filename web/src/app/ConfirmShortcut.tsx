// Asks before a key spends money or ends work.
import { ConfirmDialog } from "../parts/ConfirmDialog";
import { closeConfirmation, useConfirmation } from "../shortcuts/confirmation";

export function ConfirmShortcut() {
  const confirmation = useConfirmation();
  if (confirmation === null) return null;
  const { title, text, label, run } = confirmation;
  const change = async () => run();
  return (
    <ConfirmDialog title={title} label={label} cancelLabel="Go back" change={change} onClose={closeConfirmation}>
      {text}
    </ConfirmDialog>
  );
}
