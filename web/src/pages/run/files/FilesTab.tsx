// The files of a sandbox, as the runner has last reported them.
import { EmptyState } from "../../../parts/EmptyState";
import { diffChoices } from "../diff/useDiffChoice";
import type { RunDetail } from "../diff/runDetail";
import { StepSelect } from "../diff/StepSelect";
import { FileView } from "./FileView";
import { FolderView } from "./FolderView";
import { PathBreadcrumbs } from "./PathBreadcrumbs";
import { useFileAddress } from "./useFileAddress";
import style from "./Files.module.css";

export default function FilesTab({ run }: { run: RunDetail }) {
  const address = useFileAddress();
  const choices = diffChoices(run);
  const chosen = choices.find(({ sandboxId }) => sandboxId === address.sandbox) ?? choices.at(-1);
  if (chosen === undefined) {
    return <EmptyState title="No files yet">They appear here once a runner has started.</EmptyState>;
  }
  return (
    <div className={style.files}>
      <div className={style.bar}>
        <StepSelect choices={choices} chosen={chosen.sandboxId} onChoose={address.chooseSandbox} />
        <PathBreadcrumbs address={address} />
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
