// The issues that the session found, the newest first, each one key away from a run.
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { DeleteIssuesDialog } from "../../domain/issues/DeleteIssuesDialog";
import { issuePrompt } from "../../domain/issues/issue";
import type { Issue } from "../../domain/issues/issue";
import { IssueLine } from "../../domain/issues/IssueLine";
import { useIssueCommands } from "../../domain/issues/useIssueCommands";
import StartRunDialog from "../../domain/runs/StartRunDialog";
import type { SessionDetail } from "../../domain/sessions/session";
import { useProjectList } from "../../live/projectHooks";
import { EachRow, idOf } from "../../parts/EachRow";
import { MoreRows } from "../../parts/MoreRows";
import { Section } from "../../parts/Section";
import { useRowNavigation } from "../../parts/useRowNavigation";

export function SessionIssues({ session: { id: sessionId, status } }: { session: SessionDetail }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { results, status: loading, loadMore } = useProjectList(api.issues.dashboard.list, { sessionId });
  const [running, setRunning] = useState<Issue | null>(null);
  const [deleting, setDeleting] = useState<Issue | null>(null);
  const issueIds = results.map(({ id }) => id);
  const { chosen, rowProps } = useRowNavigation(issueIds, "issue", (id) =>
    navigate(href(`issues/${id}`), { state: { issueIds } }),
  );
  const current = results.find(({ id }) => id === chosen) ?? null;
  useIssueCommands(current, { onRun: setRunning, onDelete: setDeleting });
  return (
    <Section title="Issues found">
      {results.length === 0 && loading === "Exhausted" ? (
        <p>{status === "active" ? "None yet. They appear here at once." : "None."}</p>
      ) : (
        <ul>
          <EachRow items={results} keyOf={idOf} as="li">
            {(issue) => <IssueLine issue={issue} rowProps={rowProps(issue.id)} />}
          </EachRow>
        </ul>
      )}
      <MoreRows hasMore={loading === "CanLoadMore"} onMore={() => loadMore(50)} />
      {running !== null && (
        <StartRunDialog issueId={running.id} prompt={issuePrompt(running)} onClose={() => setRunning(null)} />
      )}
      {deleting !== null && (
        <DeleteIssuesDialog issues={[deleting]} onClose={() => setDeleting(null)} onDone={() => setDeleting(null)} />
      )}
    </Section>
  );
}
