// The files of a sandbox, as the runner has last reported them.
import { Empty } from "../../../parts/Empty";
import { choicesOf } from "../diff/useDiffChoice";
import type { RunDetail } from "../diff/run";
import { StepChoice } from "../diff/StepChoice";
import { FileView } from "./FileView";
import { FolderView } from "./FolderView";
import { PathLine } from "./PathLine";
import { useFileAddress } from "./useFileAddress";
import style from "./Files.module.css";

export default function FilesTab({ run }: { run: RunDetail }) {
  const address = useFileAddress();
  const choices = choicesOf(run);
  const chosen = choices.find(({ sandboxId }) => sandboxId === address.sandbox) ?? choices.at(-1);
  if (chosen === undefined) {
    return <Empty title="No files yet">They appear here when a runner has begun to work.</Empty>;
  }
  return (
    <div className={style.files}>
      <div className={style.bar}>
        <StepChoice choices={choices} chosen={chosen.sandboxId} onChoose={address.chooseSandbox} />
        <PathLine address={address} />
      </div>
      {address.file === null ? (
        <FolderView key={`${chosen.sandboxId}/${address.folder}`} sandboxId={chosen.sandboxId} address={address} />
      ) : (
        <FileView
          key={`${chosen.sandboxId}/${address.file}`}
          sandboxId={chosen.sandboxId}
          path={address.file}
          address={address}
        />
      )}
    </div>
  );
}
