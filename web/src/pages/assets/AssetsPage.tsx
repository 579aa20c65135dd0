// All contexts, skills, commands or scripts of the project.
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useAddressParameters } from "../../urlState/useAddressParameters";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useCommands } from "../../shortcuts/commands";
import { useProjectList } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { FilterBar } from "../../parts/FilterBar";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHeader } from "../../parts/PageHeader";
import { toLabel } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { AssetDetailsDialog } from "./AssetDetailsDialog";
import { RemoveAssetDialog } from "./RemoveAssetDialog";
import { useAssetKind } from "./assetKinds";
import type { AssetSummary, AssetKind } from "./assetKinds";
import { searchAssets } from "./searchAssets";

/** As many as the service gives at once. */
const pageLength = 100;

export default function AssetsPage() {
  const kind = useAssetKind();
  // Another kind is another page: nothing that is chosen on one may be left on the other.
  return <Assets key={kind.name} kind={kind} />;
}

function Assets({ kind }: { kind: AssetKind }) {
  const { results, status, loadMore } = useProjectList(kind.queries.list, {}, pageLength);
  const { get, set } = useAddressParameters();
  const search = get("search") ?? "";
  useEffect(() => {
    if (search !== "" && status === "CanLoadMore") loadMore(pageLength);
  }, [search, status, loadMore]);
  const found = searchAssets(results, search);
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useHasPermission("work:write");
  const start = () => setCreating(true);
  useCommands(mayWrite ? [{ title: `New ${kind.singular}`, keys: "n", group: "List", run: start }] : []);
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={start}>
      New {kind.singular} <ShortcutKeys keys="n" />
    </Button>
  );
  return (
    <>
      <PageHeader title={kind.plural} actions={results.length > 0 && create}>
        <FilterBar what={kind.plural.toLowerCase()} filters={{ search, set, clear: () => set({ search: null }) }} />
      </PageHeader>
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <EmptyState title={`No ${kind.plural.toLowerCase()} yet`} action={create}>
          {kind.purpose}
        </EmptyState>
      )}
      {results.length > 0 && found.length === 0 && status === "Exhausted" && (
        <EmptyState title={`No ${kind.singular} matches`}>Change or clear the search.</EmptyState>
      )}
      {found.length > 0 && <Rows kind={kind} assets={found} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(pageLength)} />
      {isCreating && <AssetDetailsDialog kind={kind} asset={null} onClose={() => setCreating(false)} />}
    </>
  );
}

function Rows({ kind, assets }: { kind: AssetKind; assets: readonly AssetSummary[] }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const [removing, setRemoving] = useState<AssetSummary | null>(null);
  const { rowProps, chosen } = useRowNavigation(
    assets.map(({ id }) => id),
    kind.singular,
    (id) => navigate(href(`${kind.name}/${id}`)),
  );
  const current = assets.find(({ id }) => id === chosen);
  useCommands(
    mayWrite && current !== undefined
      ? [
          {
            title: kind.goesToTrash ? "Move to the trash" : "Delete for good",
            keys: "shift+Delete",
            group: "List",
            run: () => setRemoving(current),
          },
        ]
      : [],
  );
  return (
    <>
      <table className={table.table}>
        <thead>
          <tr className={table.names}>
            <th>Name</th>
            {kind.hasLanguage && <th className={table.end}>Language</th>}
            <th className={table.end}>Version</th>
            <th className={table.end}>Updated</th>
          </tr>
        </thead>
        <tbody>
          <EachRow items={assets} keyOf={idOf} as="tr">
            {({ id, name, description, language, activeVersion, updatedAt }) => (
              <tr className={table.row} {...rowProps(id)}>
                <td className={table.main}>
                  <Link href={href(`${kind.name}/${id}`)}>
                    <bdi>{name}</bdi>
                  </Link>
                  {description !== null && (
                    <span className={table.below} dir="auto">
                      {description}
                    </span>
                  )}
                </td>
                {kind.hasLanguage && <td className={table.end}>{toLabel(language ?? "")}</td>}
                <td className={table.end}>
                  {activeVersion === null ? "No version" : `Version ${activeVersion.version}`}
                </td>
                <td className={table.end} data-label="Updated">
                  <TimeAgo at={updatedAt} />
                </td>
              </tr>
            )}
          </EachRow>
        </tbody>
      </table>
      {removing !== null && <RemoveAssetDialog kind={kind} asset={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
