// The versions of an asset. Agents receive the active one, and any version can be made the active one again.
import { useMay } from "../../app/project";
import { Comparison } from "../../domain/versions/Comparison";
import { Texts } from "../../domain/versions/Texts";
import { Versions } from "../../domain/versions/Versions";
import { useAttempt } from "../../live/useAttempt";
import { useProjectList } from "../../live/useProjectQuery";
import { UseVersion } from "../../domain/versions/UseVersion";
import { Loading } from "../../parts/Loading";
import { partsOf } from "./content";
import type { AssetDetail, Kind } from "./kinds";
import { useAssetWrites } from "./useAssetWrites";

const pageLength = 20;

export function AssetVersions({ kind, asset }: { kind: Kind; asset: AssetDetail }) {
  const mayWrite = useMay("work:write");
  const { activate } = useAssetWrites(kind);
  const { attempt, isTrying } = useAttempt();
  const { results, status, loadMore } = useProjectList(kind.queries.versions, { id: asset.id }, pageLength);
  if (status === "LoadingFirstPage") return <Loading />;
  const entries = results.map((version) => ({
    id: String(version.version),
    label: `Version ${version.version}`,
    isActive: version.isActive,
    by: version.publishedBy,
    at: version.publishedAt,
    number: version.version,
    parts: partsOf(version),
  }));
  return (
    <Versions
      entries={entries}
      hasMore={status === "CanLoadMore"}
      loadMore={() => loadMore(pageLength)}
      shown={({ parts }) => <Texts parts={parts} />}
      compared={(before, after) => <Comparison before={before} after={after} />}
      actions={({ label, isActive, number }) =>
        mayWrite &&
        !isActive && (
          <UseVersion
            isTrying={isTrying}
            onUse={() => void attempt(() => activate(asset.id, number), `Agents receive ${label.toLowerCase()} now.`)}
          />
        )
      }
    />
  );
}
