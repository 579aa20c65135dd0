// Asks before a key spends money or ends work.
import { Confirm } from "../parts/Confirm";
import { stopAsking, useAsking } from "../keys/asking";

export function AskFirst() {
  const asking = useAsking();
  if (asking === null) return null;
  const { title, text, label, run } = asking;
  const change = async () => run();
  return (
    <Confirm title={title} label={label} keep="Leave it as it is" change={change} onClose={stopAsking}>
      {text}
    </Confirm>
  );
}
