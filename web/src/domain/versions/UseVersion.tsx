// Goes back, or forward, to a version that is not in use.
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";

export function UseVersion({ isTrying, onUse }: { isTrying: boolean; onUse: () => void }) {
  useCommands([{ title: "Use this version", keys: "u", group: "Versions", run: onUse }]);
  return (
    <Button disabled={isTrying} onClick={onUse}>
      Use this version <Keys of="u" />
    </Button>
  );
}
