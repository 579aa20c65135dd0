// All contexts, skills, commands or scripts of the project.
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { useParameters } from "../../address/useParameters";
import { useHref, useMay } from "../../project/project";
import { useCommands } from "../../keys/commands";
import { useProjectList } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { FilterBar } from "../../parts/FilterBar";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHead } from "../../parts/PageHead";
import { wordsOf } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { AboutForm } from "./AboutForm";
import { RemoveAsset } from "./RemoveAsset";
import { useKind } from "./kinds";
import type { AssetSummary, Kind } from "./kinds";
import { searched } from "./search";

/** As many as the service gives at once. */
const pageLength = 100;

export default function AssetsPage() {
  const kind = useKind();
  // Another kind is another page: nothing that is chosen on one may be left on the other.
  return <Assets key={kind.name} kind={kind} />;
}

function Assets({ kind }: { kind: Kind }) {
  const { results, status, loadMore } = useProjectList(kind.queries.list, {}, pageLength);
  const { get, set } = useParameters();
  const search = get("search") ?? "";
  useEffect(() => {
    if (search !== "" && status === "CanLoadMore") loadMore(pageLength);
  }, [search, status, loadMore]);
  const found = searched(results, search);
  const [isCreating, setCreating] = useState(false);
  const mayWrite = useMay("work:write");
  const start = () => setCreating(true);
  useCommands(mayWrite ? [{ title: `New ${kind.one}`, keys: "n", group: "List", run: start }] : []);
  const create = mayWrite && (
    <Button look="main" icon={<Plus size={16} aria-hidden />} onClick={start}>
      New {kind.one} <Keys of="n" />
    </Button>
  );
  return (
    <>
      <PageHead title={kind.many} actions={results.length > 0 && create}>
        <FilterBar what={kind.many.toLowerCase()} filters={{ search, set, clear: () => set({ search: null }) }} />
      </PageHead>
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <Empty title={`No ${kind.many.toLowerCase()} yet`} action={create}>
          {kind.purpose}
        </Empty>
      )}
      {results.length > 0 && found.length === 0 && status === "Exhausted" && (
        <Empty title={`No ${kind.one} matches`}>Change the words above, or remove them.</Empty>
      )}
      {found.length > 0 && <Rows kind={kind} assets={found} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(pageLength)} />
      {isCreating && <AboutForm kind={kind} asset={null} onClose={() => setCreating(false)} />}
    </>
  );
}

function Rows({ kind, assets }: { kind: Kind; assets: readonly AssetSummary[] }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const [removing, setRemoving] = useState<AssetSummary | null>(null);
  const { rowProps, chosen } = useRowKeys(
    assets.map(({ id }) => id),
    kind.one,
    (id) => navigate(href(`${kind.name}/${id}`)),
  );
  const current = assets.find(({ id }) => id === chosen);
  useCommands(
    mayWrite && current !== undefined
      ? [{ title: `Delete the ${kind.one}`, keys: "shift+Delete", group: "List", run: () => setRemoving(current) }]
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
            <th className={table.end}>Changed</th>
          </tr>
        </thead>
        <tbody>
          <EachRow of={assets} keyOf={ownId} as="tr">
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
                {kind.hasLanguage && <td className={table.end}>{wordsOf(language ?? "")}</td>}
                <td className={table.end}>
                  {activeVersion === null ? "No version" : `Version ${activeVersion.version}`}
                </td>
                <td className={table.end} data-label="Changed">
                  <Ago at={updatedAt} />
                </td>
              </tr>
            )}
          </EachRow>
        </tbody>
      </table>
      {removing !== null && <RemoveAsset kind={kind} asset={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}
