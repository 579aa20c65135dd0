// What can be done with all selected items at once, with Undo.
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { SelectionBar } from "../../parts/SelectionBar";
import type { InboxItem } from "./inboxItem";
import { canRestart, useItemChanges } from "./useItemChanges";

export function SelectedItemsBar({ items, onDone }: { items: readonly InboxItem[]; onDone: () => void }) {
  const { dismiss, restart } = useItemChanges();
  const failed = items.filter(canRestart);
  const about = { group: "List", decidesAbout: items.map(({ id }) => id).join(" ") };

  function dismissAll(): void {
    dismiss(items);
    onDone();
  }

  function restartAll(): void {
    restart(failed);
    onDone();
  }

  const confirmation = {
    title: `Restart ${failed.length} ${failed.length === 1 ? "run" : "runs"}?`,
    text: "Agents work on them again, which costs money.",
    label: "Restart",
  };
  useCommands([
    { title: "Dismiss the selected items", keys: "e", ...about, run: dismissAll },
    ...(failed.length === 0
      ? []
      : [{ title: "Restart the selected runs", keys: "r", ...about, confirmation, run: restartAll }]),
  ]);

  return (
    <SelectionBar what="items" count={items.length} onClear={onDone}>
      {failed.length > 0 && (
        <Button onClick={restartAll}>
          Restart {failed.length === items.length ? "" : failed.length} <ShortcutKeys keys="r" />
        </Button>
      )}
      <Button onClick={dismissAll}>
        Dismiss <ShortcutKeys keys="e" />
      </Button>
    </SelectionBar>
  );
}
