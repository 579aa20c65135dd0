import { Confirm } from "../../parts/Confirm";
import type { Kind } from "./kinds";
import { useAssetWrites } from "./useAssetWrites";

interface Props {
  kind: Kind;
  asset: { id: string; name: string };
  onClose: () => void;
  onDone?: () => void;
}

export function RemoveAsset({ kind, asset, onClose, onDone = () => undefined }: Props) {
  const { remove } = useAssetWrites(kind);
  return (
    <Confirm
      title={kind.goesToTrash ? `Move “${asset.name}” to the trash?` : `Delete “${asset.name}” for good?`}
      label={kind.goesToTrash ? "Move to the trash" : "Delete for good"}
      done={kind.goesToTrash ? `“${asset.name}” is in the trash.` : `“${asset.name}” is deleted.`}
      change={() => remove(asset.id)}
      onClose={onClose}
      onDone={onDone}
    >
      {kind.goesToTrash
        ? "Agents do not receive it any more. It can be restored from the trash."
        : "All its versions are deleted, and nobody can restore them. Runs that have started keep the version they have."}
    </Confirm>
  );
}
