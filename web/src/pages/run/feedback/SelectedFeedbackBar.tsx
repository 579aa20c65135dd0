// What can be done with all selected items at once.
import { useCommands } from "../../../shortcuts/commands";
import { ShortcutKeys } from "../../../shortcuts/ShortcutKeys";
import { Button } from "../../../parts/Button";
import { SelectionBar } from "../../../parts/SelectionBar";
import type { Feedback } from "./feedbackText";

interface Props {
  items: readonly Feedback[];
  whyNot: string | null;
  onContinue: () => void;
  onIgnore: (ids: string[]) => void;
  onReopen: (ids: string[]) => void;
  onClear: () => void;
}

/** As many as a request can name. */
const maxItems = 100;

export function SelectedFeedbackBar({ items, whyNot, onContinue, onIgnore, onReopen, onClear }: Props) {
  const isTooMany = items.length > maxItems;
  const open = items.filter(({ status }) => status === "open").map(({ id }) => id);
  const ended = items.filter(({ status }) => status !== "open").map(({ id }) => id);
  const mayContinue = whyNot === null && !isTooMany;
  const about = { group: "Feedback", decidesAbout: items.map(({ id }) => id).join(" ") };
  useCommands([
    ...(mayContinue ? [{ title: "Continue with the selected", keys: "mod+Enter", ...about, run: onContinue }] : []),
    ...(isTooMany || open.length === 0
      ? []
      : [{ title: "Ignore the selected", keys: "e", ...about, run: () => onIgnore(open) }]),
    ...(isTooMany || ended.length === 0
      ? []
      : [{ title: "Reopen the selected", keys: "E", ...about, run: () => onReopen(ended) }]),
  ]);
  return (
    <SelectionBar what="feedback" count={items.length} onClear={onClear}>
      <Button
        look="main"
        disabled={!mayContinue}
        aria-describedby="why-not-continue"
        title={whyNot ?? undefined}
        onClick={onContinue}
      >
        Continue with these <ShortcutKeys keys="mod+Enter" />
      </Button>
      {open.length > 0 && (
        <Button disabled={isTooMany} onClick={() => onIgnore(open)}>
          Ignore <ShortcutKeys keys="e" />
        </Button>
      )}
      {ended.length > 0 && (
        <Button disabled={isTooMany} onClick={() => onReopen(ended)}>
          Reopen <ShortcutKeys keys="E" />
        </Button>
      )}
      {isTooMany && <span role="alert">Select at most {maxItems} at once.</span>}
    </SelectionBar>
  );
}
