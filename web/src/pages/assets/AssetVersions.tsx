// The versions of an asset. Agents receive the active one, and any version can be made the active one again.
import { NumberedVersions, versionsAtOnce } from "../../domain/versions/NumberedVersions";
import { Texts } from "../../domain/versions/Texts";
import { useProjectList } from "../../live/useProjectQuery";
import { partsOf } from "./content";
import type { AssetDetail, Kind } from "./kinds";
import { useAssetWrites } from "./useAssetWrites";

export function AssetVersions({ kind, asset }: { kind: Kind; asset: AssetDetail }) {
  const { activate } = useAssetWrites(kind);
  const list = useProjectList(kind.queries.versions, { id: asset.id }, versionsAtOnce);
  return (
    <NumberedVersions
      list={list}
      about={(version) => ({
        isActive: version.isActive,
        by: version.publishedBy,
        at: version.publishedAt,
        parts: partsOf(version),
      })}
      shown={({ parts }) => <Texts parts={parts} />}
      use={({ version }) => activate(asset.id, version)}
      used={(label) => `Agents receive ${label} now.`}
    />
  );
}
