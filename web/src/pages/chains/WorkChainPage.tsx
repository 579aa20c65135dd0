// A work chain: its issues in their order, each with its run, live.
import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { workChainMoves } from "#convex/workChains/status";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../shortcuts/commands";
import { usePerform } from "../../live/usePerform";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { Button, ButtonLink } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Fact, Facts } from "../../parts/Facts";
import { PageHeader } from "../../parts/PageHeader";
import { ProgressBar } from "../../parts/ProgressBar";
import { Section } from "../../parts/Section";
import { Loaded } from "../../parts/Loaded";
import { TimeAgo } from "../../parts/Time";
import { ChainStatus } from "./ChainStatus";
import { ChainIssues } from "./ChainIssues";
import { countDoneIssues } from "./workChain";
import type { WorkChain } from "./workChain";

export function WorkChainPage({ id }: { id: string }) {
  const found = useProjectQuery(api.workChains.dashboard.get, { id });
  return <Loaded result={found}>{(chain) => <Detail chain={chain} />}</Loaded>;
}

function Detail({ chain }: { chain: WorkChain }) {
  const { id, title, description, error } = chain;
  const href = useProjectHref();
  const { nameOf } = useWorkflows();
  return (
    <>
      <PageHeader
        title={title}
        parents={[{ label: "Chains", href: href("chains") }]}
        actions={<Actions chain={chain} />}
      />
      <Facts>
        <Fact name="State">
          <ChainStatus chain={chain} />
        </Fact>
        <Fact name="Done">
          <ProgressBar done={countDoneIssues(chain)} total={chain.issueIds.length} />
        </Fact>
        <Fact name="Workflow">{nameOf(chain.workflowId)}</Fact>
        <Fact name="Branch">
          <bdi>{chain.branchName}</bdi>
        </Fact>
        {chain.gitRepoUrl !== null && (
          <Fact name="Repository">
            <bdi>{chain.gitRepoUrl}</bdi>
          </Fact>
        )}
        <Fact name={chain.startedAt === null ? "Created" : "Started"}>
          <TimeAgo at={chain.startedAt ?? chain.createdAt} />
        </Fact>
        {chain.completedAt !== null && (
          <Fact name="Ended">
            <TimeAgo at={chain.completedAt} />
          </Fact>
        )}
      </Facts>
      {error !== null && (
        <Section title="Why it stopped">
          <p>{error}</p>
        </Section>
      )}
      {description !== null && (
        <Section title="Description">
          <p>{description}</p>
        </Section>
      )}
      <Section title="Issues">
        <ChainIssues key={id} chain={chain} />
      </Section>
    </>
  );
}

function Actions({ chain: { id, title, status, activeRunId } }: { chain: WorkChain }) {
  const mayWrite = useHasPermission("work:write");
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const { perform, isPending } = usePerform();
  const start = useProjectMutation(api.workChains.dashboard.start);
  const remove = useProjectMutation(api.workChains.dashboard.remove);
  const [isRemoving, setRemoving] = useState(false);
  const from: readonly string[] = workChainMoves.start.from;
  const mayStart = mayWrite && from.includes(status);
  const label = status === "failed" ? "Start again" : "Start";
  const run = () => void perform(() => start({ chainId: id }), "The chain is waiting for a runner.");

  const confirmation = { title: `${label} the chain?`, text: "Agents work on its issues, which costs money.", label };

  useCommands([
    ...(mayStart
      ? [{ title: `${label} the chain`, keys: "s", group: "Chain", decidesAbout: id, confirmation, run }]
      : []),
    ...(mayWrite
      ? [{ title: "Delete for good", keys: "shift+Delete", group: "Chain", run: () => setRemoving(true) }]
      : []),
  ]);

  if (!mayWrite) return <ButtonLink href={href("chains")}>All chains</ButtonLink>;
  return (
    <>
      <Button
        look="bare"
        isSquare
        aria-label="Delete for good"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setRemoving(true)}
      />
      {mayStart && (
        <Button look="main" disabled={isPending} icon={<Play size={15} aria-hidden />} onClick={run}>
          {label} <ShortcutKeys keys="s" />
        </Button>
      )}
      {isRemoving && (
        <ConfirmDialog
          title={`Delete “${title}” for good?`}
          label="Delete for good"
          change={async () => await remove({ chainId: id })}
          successText="The chain is deleted."
          onClose={() => setRemoving(false)}
          onDone={() => navigate(href("chains"))}
        >
          {activeRunId === null
            ? "Its runs are kept, and its issues are free for other chains."
            : "The current run is cancelled. Earlier runs are kept, and its issues are free for other chains."}
        </ConfirmDialog>
      )}
    </>
  );
}
