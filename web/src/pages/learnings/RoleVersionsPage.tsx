// The versions of one role's document: what agents of the role receive, and what they received before.
import { FileStack } from "lucide-react";
import { useLocation, useParams } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { Comparison } from "../../domain/versions/Comparison";
import { Texts } from "../../domain/versions/Texts";
import { UseVersion } from "../../domain/versions/UseVersion";
import { Versions } from "../../domain/versions/Versions";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useAttempt } from "../../live/useAttempt";
import { useProjectList, useProjectMutation, useProjectQuery } from "../../live/useProjectQuery";
import { Button, ButtonLink } from "../../parts/Button";
import { Empty } from "../../parts/Empty";
import { Loading } from "../../parts/Loading";
import { PageHead } from "../../parts/PageHead";
import { Shown } from "../../parts/Shown";

export default function RoleVersionsPage() {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
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
    by: version.createdBy,
    at: version.createdAt,
  }));
  return (
    <>
      <PageHead
        title={roleType}
        above={[
          { label: "Learnings", href: href("learnings") },
          { label: "Versions", href: href("learnings/versions") },
        ]}
        actions={
          mayWrite && (
            <ButtonLink look="main" href={compile} icon={<FileStack size={15} aria-hidden />}>
              Compile <Keys of="n" />
            </ButtonLink>
          )
        }
      />
      {status === "LoadingFirstPage" && <Loading />}
      {status !== "LoadingFirstPage" && results.length === 0 && (
        <Empty title="Nothing was compiled for this role">Agents of the role receive all approved learnings.</Empty>
      )}
      <Versions
        entries={entries}
        hasMore={status === "CanLoadMore"}
        loadMore={() => loadMore(50)}
        shown={({ id }) => <Document id={id} />}
        compared={(before, after) => <Documents before={before} after={after} />}
        actions={({ id, isActive, label }) => mayWrite && <Actions id={id} isActive={isActive} label={label} />}
      />
    </>
  );
}

function Document({ id }: { id: string }) {
  const found = useProjectQuery(api.learningVersions.dashboard.get, { id });
  return <Shown of={found}>{({ content }) => <Texts parts={[{ name: "", text: content }]} />}</Shown>;
}

interface Named {
  id: string;
  label: string;
}

function Documents({ before, after }: { before: Named; after: Named }) {
  const left = useProjectQuery(api.learningVersions.dashboard.get, { id: before.id });
  const right = useProjectQuery(api.learningVersions.dashboard.get, { id: after.id });
  const sideOf = ({ label }: Named, text: string) => ({ label, parts: [{ name: "", text }] });
  return (
    <Shown of={left}>
      {({ content: leftText }) => (
        <Shown of={right}>
          {({ content: rightText }) => (
            <Comparison before={sideOf(before, leftText)} after={sideOf(after, rightText)} />
          )}
        </Shown>
      )}
    </Shown>
  );
}

function Actions({ id, isActive, label }: Named & { isActive: boolean }) {
  const { attempt, isTrying } = useAttempt();
  const activate = useProjectMutation(api.learningVersions.dashboard.activate);
  const deactivate = useProjectMutation(api.learningVersions.dashboard.deactivate);
  if (!isActive) {
    const done = `Agents of the role receive ${label.toLowerCase()} now.`;
    return (
      <UseVersion of={id} isTrying={isTrying} onUse={() => void attempt(() => activate({ versionId: id }), done)} />
    );
  }
  return (
    <StopUsing
      of={id}
      isTrying={isTrying}
      onStop={() =>
        void attempt(() => deactivate({ versionId: id }), "Agents of the role receive all approved learnings now.")
      }
    />
  );
}

function StopUsing({ of: decides, isTrying, onStop }: { of: string; isTrying: boolean; onStop: () => void }) {
  useCommands([{ title: "Use no version", keys: "U", group: "Versions", decides, run: onStop }]);
  return (
    <Button disabled={isTrying} onClick={onStop}>
      Use no version <Keys of="U" />
    </Button>
  );
}
