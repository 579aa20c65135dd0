// Goes back, or forward, to a version that is not in use.
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";

interface Props {
  /** The version. */
  version: string;
  isPending: boolean;
  onUse: () => void;
}

export function UseVersionButton({ version: decidesAbout, isPending, onUse }: Props) {
  useCommands([{ title: "Use this version", keys: "u", group: "Versions", decidesAbout, run: onUse }]);
  return (
    <Button disabled={isPending} onClick={onUse}>
      Use this version <ShortcutKeys keys="u" />
    </Button>
  );
}
