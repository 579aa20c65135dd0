// The versions of one role's document: what agents of the role receive, and what they received before.
import { FileStack } from "lucide-react";
import { useLocation, useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { VersionComparison } from "../../domain/versions/VersionComparison";
import { VersionTexts } from "../../domain/versions/VersionTexts";
import { UseVersionButton } from "../../domain/versions/UseVersionButton";
import { VersionBrowser } from "../../domain/versions/VersionBrowser";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { usePerform } from "../../live/usePerform";
import { useProjectList, useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { Button, ButtonLink } from "../../parts/Button";
import { EmptyState } from "../../parts/EmptyState";
import { Loading } from "../../parts/Loading";
import { PageHeader } from "../../parts/PageHeader";
import { Loaded } from "../../parts/Loaded";

export default function RoleVersionsPage() {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const { role: roleType = "" } = useParams();
  const { results, status, loadMore } = useProjectList(api.learningVersions.dashboard.list, { roleType });
  const compile = href(`learnings/compile?role=${encodeURIComponent(roleType)}`);
  useCommands(
    mayWrite ? [{ title: "Compile a version", keys: "n", group: "Versions", run: () => navigate(compile) }] : [],
  );
  const entries = results.map((version) => ({
    id: version.id,
    label: `Version ${version.version}`,
    isActive: version.status === "active",
    createdBy: version.createdBy,
    createdAt: version.createdAt,
  }));
  return (
    <>
      <PageHeader
        title={roleType}
        parents={[
          { label: "Learnings", href: href("learnings") },
          { label: "Versions", href: href("learnings/versions") },
        ]}
        actions={
          mayWrite && (
            <ButtonLink look="main" href={compile} icon={<FileStack size={15} aria-hidden />}>
              Compile <ShortcutKeys keys="n" />
            </ButtonLink>
          )
        }
      />
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <EmptyState title="No learning versions for this role yet">
          Agents with this role receive all approved learnings.
        </EmptyState>
      )}
      <VersionBrowser
        entries={entries}
        hasMore={status === "CanLoadMore"}
        loadMore={() => loadMore(50)}
        renderVersion={({ id }) => <Document id={id} />}
        renderComparison={(before, after) => <Documents before={before} after={after} />}
        renderActions={({ id, isActive, label }) => mayWrite && <Actions id={id} isActive={isActive} label={label} />}
      />
    </>
  );
}

function Document({ id }: { id: string }) {
  const found = useProjectQuery(api.learningVersions.dashboard.get, { id });
  return <Loaded result={found}>{({ content }) => <VersionTexts parts={[{ name: "", text: content }]} />}</Loaded>;
}

interface NamedVersion {
  id: string;
  label: string;
}

function Documents({ before, after }: { before: NamedVersion; after: NamedVersion }) {
  const left = useProjectQuery(api.learningVersions.dashboard.get, { id: before.id });
  const right = useProjectQuery(api.learningVersions.dashboard.get, { id: after.id });
  const sideOf = ({ label }: NamedVersion, text: string) => ({ label, parts: [{ name: "", text }] });
  return (
    <Loaded result={left}>
      {({ content: leftText }) => (
        <Loaded result={right}>
          {({ content: rightText }) => (
            <VersionComparison before={sideOf(before, leftText)} after={sideOf(after, rightText)} />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Actions({ id, isActive, label }: NamedVersion & { isActive: boolean }) {
  const { perform, isPending } = usePerform();
  const activate = useProjectMutation(api.learningVersions.dashboard.activate);
  const deactivate = useProjectMutation(api.learningVersions.dashboard.deactivate);
  if (!isActive) {
    const done = `Agents with this role now receive ${label.toLowerCase()}.`;
    return (
      <UseVersionButton
        version={id}
        isPending={isPending}
        onUse={() => void perform(() => activate({ versionId: id }), done)}
      />
    );
  }
  return (
    <StopUsingButton
      version={id}
      isTrying={isPending}
      onStop={() =>
        void perform(() => deactivate({ versionId: id }), "Agents with this role now receive all approved learnings.")
      }
    />
  );
}

function StopUsingButton({
  version: decidesAbout,
  isTrying,
  onStop,
}: {
  version: string;
  isTrying: boolean;
  onStop: () => void;
}) {
  useCommands([{ title: "Use no version", keys: "U", group: "Versions", decidesAbout, run: onStop }]);
  return (
    <Button disabled={isTrying} onClick={onStop}>
      Use no version <ShortcutKeys keys="U" />
    </Button>
  );
}
