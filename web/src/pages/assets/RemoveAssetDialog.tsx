import { ConfirmDialog } from "../../parts/ConfirmDialog";
import type { AssetKind } from "./assetKinds";
import { useAssetMutations } from "./useAssetMutations";

interface Props {
  kind: AssetKind;
  asset: { id: string; name: string };
  onClose: () => void;
  onDone?: () => void;
}

export function RemoveAssetDialog({ kind, asset, onClose, onDone = () => undefined }: Props) {
  const { remove } = useAssetMutations(kind);
  return (
    <ConfirmDialog
      title={kind.goesToTrash ? `Move “${asset.name}” to the trash?` : `Delete “${asset.name}” for good?`}
      label={kind.goesToTrash ? "Move to the trash" : "Delete for good"}
      successText={kind.goesToTrash ? `“${asset.name}” is in the trash.` : `“${asset.name}” is deleted.`}
      change={() => remove(asset.id)}
      onClose={onClose}
      onDone={onDone}
    >
      {kind.goesToTrash
        ? "Agents no longer receive it. It can be restored from the trash."
        : "All its versions are deleted, which cannot be undone. Runs that have started keep their version."}
    </ConfirmDialog>
  );
}
