// The documents that are compiled from approved learnings, for all roles.
import { FileStack } from "lucide-react";
import { Link, useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { PersonName } from "../../domain/people/PersonName";
import { useCommands } from "../../keys/commands";
import { useProjectList } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { ButtonLink } from "../../parts/Button";
import { EachRow, ownId } from "../../parts/EachRow";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHead } from "../../parts/PageHead";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { Ago } from "../../parts/Time";
import { useRowKeys } from "../../parts/useRowKeys";
import { LearningTabs } from "./LearningTabs";
import { pageOfVersion } from "./learning";
import type { LearningVersion } from "./learning";

export default function VersionsPage() {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const { results, status, loadMore } = useProjectList(api.learningVersions.dashboard.list, {});
  const compile = href("learnings/compile");
  useCommands(
    mayWrite ? [{ title: "Compile a version", keys: "n", group: "Versions", run: () => navigate(compile) }] : [],
  );
  return (
    <>
      <PageHead
        title="Versions"
        above={[{ label: "Learnings", href: href("learnings") }]}
        actions={
          <>
            <LearningTabs chosen="versions" />
            {mayWrite && (
              <ButtonLink look="main" href={compile} icon={<FileStack size={15} aria-hidden />}>
                Compile <Keys of="n" />
              </ButtonLink>
            )}
          </>
        }
      />
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <Empty title="Nothing was compiled yet">
          Agents of a role receive its active version and, without one, all approved learnings. Compile a version to
          decide what they receive.
        </Empty>
      )}
      {results.length > 0 && <Rows versions={results} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function Rows({ versions }: { versions: readonly LearningVersion[] }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const pages = new Map(versions.map((version) => [version.id, href(pageOfVersion(version))]));
  const { rowProps } = useRowKeys([...pages.keys()], "version", (id) => navigate(pages.get(id) ?? ""));
  return (
    <table className={table.table}>
      <thead>
        <tr className={table.names}>
          <th className={table.state}>State</th>
          <th>Role and version</th>
          <th className={table.end}>Learnings</th>
          <th className={`${table.some} ${table.minor}`}>Compiled by</th>
          <th className={table.end}>Compiled</th>
        </tr>
      </thead>
      <tbody>
        <EachRow of={versions} keyOf={ownId} as="tr">
          {({ id, roleType, version, status, learningCount, createdBy, createdAt }) => (
            <tr className={table.row} {...rowProps(id)}>
              <td className={table.state}>
                <Status of={status} />
              </td>
              <td className={table.main}>
                <Link href={pages.get(id) ?? ""}>
                  <bdi>{roleType}</bdi>, version {version}
                </Link>
              </td>
              <td className={table.end} data-label="Learnings">
                {learningCount}
              </td>
              <td className={`${table.some} ${table.minor}`}>
                <PersonName id={createdBy} />
              </td>
              <td className={table.end} data-label="Compiled">
                <Ago at={createdAt} />
              </td>
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
