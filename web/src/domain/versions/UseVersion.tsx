// Goes back, or forward, to a version that is not in use.
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";

interface Props {
  /** The version. */
  of: string;
  isTrying: boolean;
  onUse: () => void;
}

export function UseVersion({ of: decides, isTrying, onUse }: Props) {
  useCommands([{ title: "Use this version", keys: "u", group: "Versions", decides, run: onUse }]);
  return (
    <Button disabled={isTrying} onClick={onUse}>
      Use this version <Keys of="u" />
    </Button>
  );
}
