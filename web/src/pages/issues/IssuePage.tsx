// One issue: everything about it is edited in place, and a run for it is two keys away.
import { Play } from "lucide-react";
import { useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { DeleteIssues } from "../../domain/issues/DeleteIssues";
import { promptOf } from "../../domain/issues/issue";
import type { Issue } from "../../domain/issues/issue";
import { useIssueCommands } from "../../domain/issues/useIssueCommands";
import { useNeighbours } from "../../domain/issues/useNeighbours";
import StartRun from "../../domain/runs/StartRun";
import { Keys } from "../../keys/Keys";
import { useCommands } from "../../keys/commands";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Menu } from "../../parts/Menu";
import { PageHead } from "../../parts/PageHead";
import { Shown } from "../../parts/Shown";
import { IssueFacts } from "./IssueFacts";
import { IssueTitle } from "./IssueTitle";
import { IssueTexts } from "./IssueTexts";
import { LinkRun } from "./LinkRun";

export default function IssuePage() {
  const { issue: id = "" } = useParams();
  const found = useProjectQuery(api.issues.dashboard.get, { id });
  return <Shown of={found}>{(issue) => <Detail key={issue.id} issue={issue} />}</Shown>;
}

function Detail({ issue }: { issue: Issue }) {
  const href = useHref();
  const [, navigate] = useLocation();
  const mayWrite = useMay("work:write");
  const [open, setOpen] = useState<"run" | "link" | "delete" | null>(null);
  useIssueCommands(issue, { onRun: () => setOpen("run"), onDelete: () => setOpen("delete") });
  useCommands(mayWrite ? [{ title: "Link a run", keys: "u", group: "Issue", run: () => setOpen("link") }] : []);
  useNeighbours(issue.id);
  const close = () => setOpen(null);
  return (
    <>
      <PageHead
        title={issue.title}
        heading={<IssueTitle issue={issue} />}
        above={[{ label: "Issues", href: href("issues") }]}
        actions={
          mayWrite && (
            <>
              <Button look="main" icon={<Play size={15} aria-hidden />} onClick={() => setOpen("run")}>
                Start a run
                <Keys of="r" />
              </Button>
              <Menu
                label="More"
                items={[
                  { label: "Link a run", run: () => setOpen("link") },
                  { label: "Delete", isBad: true, run: () => setOpen("delete") },
                ]}
              />
            </>
          )
        }
      />
      <IssueFacts issue={issue} />
      <IssueTexts issue={issue} />
      {open === "run" && <StartRun issueId={issue.id} prompt={promptOf(issue)} onClose={close} />}
      {open === "link" && <LinkRun issue={issue} onClose={close} />}
      {open === "delete" && <DeleteIssues issues={[issue]} onClose={close} onDone={() => navigate(href("issues"))} />}
    </>
  );
}
