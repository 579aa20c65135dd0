// A sprint chain: its sprints in their order, each with its run and pull request, live.
import { X, Trash2 } from "lucide-react";
import { useState } from "react";
import type { FunctionReturnType } from "convex/server";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { useHref, useMay } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../keys/commands";
import { useProjectMutation, useProjectQuery } from "../../live/useProjectQuery";
import { Button } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { Fact, Facts } from "../../parts/Facts";
import { PageHead } from "../../parts/PageHead";
import { Progress } from "../../parts/Progress";
import { Section } from "../../parts/Section";
import { Shown } from "../../parts/Shown";
import { Status } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import { Sprints } from "./Sprints";
import { sprintCount, sprintsDone, titleOfPrompt } from "./sprints";

export type SprintChain = FunctionReturnType<typeof api.sprintChains.dashboard.get>;

export function SprintChainPage({ id }: { id: string }) {
  const found = useProjectQuery(api.sprintChains.dashboard.get, { id });
  return <Shown of={found}>{(chain) => <Detail chain={chain} />}</Shown>;
}

function Detail({ chain }: { chain: SprintChain }) {
  const href = useHref();
  const { nameOf } = useWorkflows();
  return (
    <>
      <PageHead
        title={titleOfPrompt(chain.prompt)}
        above={[{ label: "Chains", href: href("chains?kind=sprint") }]}
        actions={<Actions chain={chain} />}
      />
      <Facts>
        <Fact name="State">
          <Status of={chain.status} />
          {chain.cancelRequested && chain.status === "running" && <> until its run ends</>}
        </Fact>
        <Fact name="Done">
          <Progress done={sprintsDone(chain)} all={sprintCount(chain)} />
        </Fact>
        <Fact name="Workflow">{nameOf(chain.workflowId)}</Fact>
        <Fact name="Branch">
          <bdi>{chain.branchName}</bdi>
        </Fact>
        <Fact name="Repository">
          <bdi>{chain.gitRepoUrl}</bdi>
        </Fact>
        <Fact name="Made">
          <Ago at={chain.createdAt} />
        </Fact>
        {chain.completedAt !== null && (
          <Fact name="Ended">
            <Ago at={chain.completedAt} />
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
        <Sprints sprints={chain.sprints} />
      </Section>
    </>
  );
}

function Actions({ chain }: { chain: SprintChain }) {
  const { id, status, activeRunId, cancelRequested } = chain;
  const mayWrite = useMay("work:write");
  const href = useHref();
  const [, navigate] = useLocation();
  const remove = useProjectMutation(api.sprintChains.dashboard.remove);
  const [isAsking, setAsking] = useState(false);
  const isOpen = status === "pending" || status === "running";
  const isPossible = mayWrite && !cancelRequested;
  const label = isOpen ? "Cancel the chain" : "Remove the chain";
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
        <Confirm
          title={`${label}?`}
          label={isOpen ? "Cancel it" : "Remove"}
          change={async () => await remove({ id })}
          done={isOpen ? "No further sprint begins." : "The chain is removed."}
          onClose={() => setAsking(false)}
          onDone={() => {
            if (!isOpen) navigate(href("chains?kind=sprint"));
          }}
        >
          {!isOpen
            ? "Its runs and pull requests stay."
            : activeRunId === null
              ? "No sprint begins any more. Its runs and pull requests stay."
              : "The run that works on it now ends by itself, and no further sprint begins."}
        </Confirm>
      )}
    </>
  );
}
