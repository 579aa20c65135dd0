// The documents that are compiled from approved learnings, for all roles.
import { FileStack } from "lucide-react";
import { Link, useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { PersonName } from "../../domain/people/PersonName";
import { useCommands } from "../../shortcuts/commands";
import { useProjectList } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { ButtonLink } from "../../parts/Button";
import { EachRow, idOf } from "../../parts/EachRow";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { MoreRows } from "../../parts/MoreRows";
import { PageHeader } from "../../parts/PageHeader";
import { Status } from "../../parts/Status";
import table from "../../parts/Table.module.css";
import { TimeAgo } from "../../parts/Time";
import { useRowNavigation } from "../../parts/useRowNavigation";
import { LearningTabs } from "./LearningTabs";
import { learningVersionPage } from "./learning";
import type { LearningVersion } from "./learning";

export default function LearningVersionsPage() {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const { results, status, loadMore } = useProjectList(api.learningVersions.dashboard.list, {});
  const compile = href("learnings/compile");
  useCommands(
    mayWrite ? [{ title: "Compile a version", keys: "n", group: "Versions", run: () => navigate(compile) }] : [],
  );
  return (
    <>
      <PageHeader
        title="Versions"
        parents={[{ label: "Learnings", href: href("learnings") }]}
        actions={
          <>
            <LearningTabs chosen="versions" />
            {mayWrite && (
              <ButtonLink look="main" href={compile} icon={<FileStack size={15} aria-hidden />}>
                Compile <ShortcutKeys keys="n" />
              </ButtonLink>
            )}
          </>
        }
      />
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <EmptyState title="No versions yet">
          Agents of a role receive its active version and, without one, all approved learnings. Compile a version to
          decide what they receive.
        </EmptyState>
      )}
      {results.length > 0 && <Rows versions={results} />}
      <MoreRows hasMore={status === "CanLoadMore"} onMore={() => loadMore(50)} />
    </>
  );
}

function Rows({ versions }: { versions: readonly LearningVersion[] }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const pages = new Map(versions.map((version) => [version.id, href(learningVersionPage(version))]));
  const { rowProps } = useRowNavigation([...pages.keys()], "version", (id) => navigate(pages.get(id) ?? ""));
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
        <EachRow items={versions} keyOf={idOf} as="tr">
          {({ id, roleType, version, status, learningCount, createdBy, createdAt }) => (
            <tr className={table.row} {...rowProps(id)}>
              <td className={table.state}>
                <Status status={status} />
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
                <TimeAgo at={createdAt} />
              </td>
            </tr>
          )}
        </EachRow>
      </tbody>
    </table>
  );
}
