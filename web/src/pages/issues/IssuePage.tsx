// One issue: everything about it is edited in place, and a run for it is two keys away.
import { Play } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { DeleteIssuesDialog } from "../../domain/issues/DeleteIssuesDialog";
import { issuePrompt } from "../../domain/issues/issue";
import type { Issue } from "../../domain/issues/issue";
import { useIssueCommands } from "../../domain/issues/useIssueCommands";
import { useIssueNavigation } from "../../domain/issues/useIssueNavigation";
import StartRunDialog from "../../domain/runs/StartRunDialog";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useCommands } from "../../shortcuts/commands";
import { useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { PageHeader } from "../../parts/PageHeader";
import { Loaded } from "../../parts/Loaded";
import { IssueFacts } from "./IssueFacts";
import { IssueTitle } from "./IssueTitle";
import { IssueTexts } from "./IssueTexts";
import { LinkRunDialog } from "./LinkRunDialog";

export default function IssuePage() {
  const { issue: id = "" } = useParams();
  const found = useProjectQuery(api.issues.dashboard.get, { id });
  return <Loaded result={found}>{(issue) => <Detail key={issue.id} issue={issue} />}</Loaded>;
}

function Detail({ issue }: { issue: Issue }) {
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const mayWrite = useHasPermission("work:write");
  const [open, setOpen] = useState<"run" | "link" | "delete" | null>(null);
  useIssueCommands(issue, { onRun: () => setOpen("run"), onDelete: () => setOpen("delete") });
  useCommands(mayWrite ? [{ title: "Link a run", keys: "u", group: "Issue", run: () => setOpen("link") }] : []);
  useIssueNavigation(issue.id);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={issue.title}
        heading={<IssueTitle issue={issue} />}
        parents={[{ label: "Issues", href: href("issues") }]}
        actions={
          mayWrite && (
            <>
              <Button look="main" icon={<Play size={15} aria-hidden />} onClick={() => setOpen("run")}>
                Start a run
                <ShortcutKeys keys="r" />
              </Button>
              <Menu
                label="More"
                items={[
                  { label: "Link a run", run: () => setOpen("link") },
                  { label: "Delete for good", isBad: true, run: () => setOpen("delete") },
                ]}
              />
            </>
          )
        }
      />
      <IssueFacts issue={issue} />
      <IssueTexts issue={issue} />
      {open === "run" && <StartRunDialog issueId={issue.id} prompt={issuePrompt(issue)} onClose={close} />}
      {open === "link" && <LinkRunDialog issue={issue} onClose={close} />}
      {open === "delete" && (
        <DeleteIssuesDialog issues={[issue]} onClose={close} onDone={() => navigate(href("issues"))} />
      )}
    </>
  );
}
