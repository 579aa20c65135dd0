// A sprint chain: its sprints in their order, each with its run and pull request, live.
import { X, Trash2 } from "lucide-react";
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { useLocation } from "wouter";
import { api } from "#convex/_generated/api";
import { useProjectHref, useHasPermission } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../shortcuts/commands";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Fact, Facts } from "../../parts/Facts";
import { PageHeader } from "../../parts/PageHeader";
import { ProgressBar } from "../../parts/ProgressBar";
import { Section } from "../../parts/Section";
import { Loaded } from "../../parts/Loaded";
import { ChainStatus } from "./ChainStatus";
import { TimeAgo } from "../../parts/Time";
import { SprintList } from "./SprintList";
import { sprintChainName } from "../../domain/chains/sprintChainName";
import { countSprints, countDoneSprints } from "./sprintProgress";

export type SprintChain = FunctionReturnType<typeof api.sprintChains.dashboard.get>;

export function SprintChainPage({ id }: { id: string }) {
  const found = useProjectQuery(api.sprintChains.dashboard.get, { id });
  return <Loaded result={found}>{(chain) => <Detail chain={chain} />}</Loaded>;
}

function Detail({ chain }: { chain: SprintChain }) {
  const href = useProjectHref();
  const { nameOf } = useWorkflows();
  return (
    <>
      <PageHeader
        title={sprintChainName(chain)}
        parents={[{ label: "Chains", href: href("chains?kind=sprint") }]}
        actions={<Actions chain={chain} />}
      />
      <Facts>
        <Fact name="State">
          <ChainStatus chain={chain} />
          {chain.cancelRequested && chain.status === "running" && <>, stops when its run ends</>}
        </Fact>
        <Fact name="Done">
          <ProgressBar done={countDoneSprints(chain)} total={countSprints(chain)} />
        </Fact>
        <Fact name="Workflow">{nameOf(chain.workflowId)}</Fact>
        <Fact name="Branch">
          <bdi>{chain.branchName}</bdi>
        </Fact>
        <Fact name="Repository">
          <bdi>{chain.gitRepoUrl}</bdi>
        </Fact>
        <Fact name="Created">
          <TimeAgo at={chain.createdAt} />
        </Fact>
        {chain.completedAt !== null && (
          <Fact name="Ended">
            <TimeAgo at={chain.completedAt} />
          </Fact>
        )}
      </Facts>
      {chain.error !== null && (
        <Section title="Why it stopped">
          <p>{chain.error}</p>
        </Section>
      )}
      <Section title="Prompt">
        <p>{chain.prompt}</p>
      </Section>
      <Section title="Sprints">
        <SprintList sprints={chain.sprints} />
      </Section>
    </>
  );
}

function Actions({ chain }: { chain: SprintChain }) {
  const { id, status, activeRunId, cancelRequested } = chain;
  const mayWrite = useHasPermission("work:write");
  const href = useProjectHref();
  const [, navigate] = useLocation();
  const remove = useProjectMutation(api.sprintChains.dashboard.remove);
  const [isAsking, setAsking] = useState(false);
  const isOpen = status === "pending" || status === "running";
  const isPossible = mayWrite && !cancelRequested;
  const label = isOpen ? "Cancel the chain" : "Delete for good";
  useCommands(
    isPossible
      ? [{ title: label, keys: isOpen ? "x" : "shift+Delete", group: "Chain", run: () => setAsking(true) }]
      : [],
  );
  if (!isPossible) return null;
  return (
    <>
      <Button
        look={isOpen ? "bad" : "bare"}
        icon={isOpen ? <X size={15} aria-hidden /> : <Trash2 size={15} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={isOpen ? "Cancel the chain?" : "Delete the chain for good?"}
          label={isOpen ? "Cancel it" : "Delete for good"}
          change={async () => await remove({ id })}
          successText={isOpen ? "No further sprint starts." : "The chain is deleted."}
          onClose={() => setAsking(false)}
          onDone={() => {
            if (!isOpen) navigate(href("chains?kind=sprint"));
          }}
        >
          {!isOpen
            ? "Its runs and pull requests are kept."
            : activeRunId === null
              ? "No further sprint starts. Its runs and pull requests are kept."
              : "The current run finishes, and no further sprint starts."}
        </ConfirmDialog>
      )}
    </>
  );
}
