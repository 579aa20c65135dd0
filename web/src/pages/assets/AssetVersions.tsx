// The versions of an asset. Agents receive the active one, and any version can be made the active one again.
import { NumberedVersionBrowser, versionsPerPage } from "../../domain/versions/NumberedVersionBrowser";
import { VersionTexts } from "../../domain/versions/VersionTexts";
import { useProjectList } from "../../live/projectHooks";
import { contentToParts } from "./assetContent";
import type { AssetDetail, AssetKind } from "./assetKinds";
import { useAssetMutations } from "./useAssetMutations";

export function AssetVersions({ kind, asset }: { kind: AssetKind; asset: AssetDetail }) {
  const { activate } = useAssetMutations(kind);
  const list = useProjectList(kind.queries.versions, { id: asset.id }, versionsPerPage);
  return (
    <NumberedVersionBrowser
      list={list}
      describe={(version) => ({
        isActive: version.isActive,
        createdBy: version.publishedBy,
        createdAt: version.publishedAt,
        parts: contentToParts(version),
      })}
      renderVersion={({ parts }) => <VersionTexts parts={parts} />}
      use={({ version }) => activate(asset.id, version)}
      successText={(label) => `Agents now receive ${label}.`}
    />
  );
}
