// A work chain: its issues in their order, each with its run, live.
import { Play, Trash2 } from "lucide-react";
import { useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../../../convex/_generated/api";
import { workChainMoves } from "../../../../convex/workChains/status";
import { useHref, useMay } from "../../project/project";
import { useWorkflows } from "../../domain/workflows/useWorkflows";
import { useCommands } from "../../keys/commands";
import { useAttempt } from "../../live/useAttempt";
import { useProjectMutation, useProjectQuery } from "../../live/useProjectQuery";
import { Keys } from "../../keys/Keys";
import { Button, ButtonLink } from "../../parts/Button";
import { Confirm } from "../../parts/Confirm";
import { Fact, Facts } from "../../parts/Facts";
import { PageHead } from "../../parts/PageHead";
import { Progress } from "../../parts/Progress";
import { Section } from "../../parts/Section";
import { Shown } from "../../parts/Shown";
import { Status } from "../../parts/Status";
import { Ago } from "../../parts/Time";
import { ChainIssues } from "./ChainIssues";
import { issuesDone } from "./workChain";
import type { WorkChain } from "./workChain";

export function WorkChainPage({ id }: { id: string }) {
  const found = useProjectQuery(api.workChains.dashboard.get, { id });
  return <Shown of={found}>{(chain) => <Detail chain={chain} />}</Shown>;
}

function Detail({ chain }: { chain: WorkChain }) {
  const { id, title, status, description, error } = chain;
  const href = useHref();
  const { nameOf } = useWorkflows();
  return (
    <>
      <PageHead title={title} above={[{ label: "Chains", href: href("chains") }]} actions={<Actions chain={chain} />} />
      <Facts>
        <Fact name="State">
          <Status of={status} />
        </Fact>
        <Fact name="Done">
          <Progress done={issuesDone(chain)} all={chain.issueIds.length} />
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
        <Fact name={chain.startedAt === null ? "Made" : "Started"}>
          <Ago at={chain.startedAt ?? chain.createdAt} />
        </Fact>
        {chain.completedAt !== null && (
          <Fact name="Ended">
            <Ago at={chain.completedAt} />
          </Fact>
        )}
      </Facts>
      {error !== null && (
        <Section title="Why it stopped">
          <p>{error}</p>
        </Section>
      )}
      {description !== null && (
        <Section title="What it is for">
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
  const mayWrite = useMay("work:write");
  const href = useHref();
  const [, navigate] = useLocation();
  const { attempt, isTrying } = useAttempt();
  const start = useProjectMutation(api.workChains.dashboard.start);
  const remove = useProjectMutation(api.workChains.dashboard.remove);
  const [isRemoving, setRemoving] = useState(false);
  const from: readonly string[] = workChainMoves.start.from;
  const mayStart = mayWrite && from.includes(status);
  const label = status === "failed" ? "Start again" : "Start";
  const run = () => void attempt(() => start({ chainId: id }), "The chain waits for a runner.");

  const asks = { title: `${label} the chain?`, text: "Agents work on its issues, which costs money.", label };

  useCommands([
    ...(mayStart ? [{ title: `${label} the chain`, keys: "s", group: "Chain", decides: id, asks, run }] : []),
    ...(mayWrite
      ? [{ title: "Remove the chain", keys: "shift+Delete", group: "Chain", run: () => setRemoving(true) }]
      : []),
  ]);

  if (!mayWrite) return <ButtonLink href={href("chains")}>All chains</ButtonLink>;
  return (
    <>
      <Button
        look="bare"
        isSquare
        aria-label="Remove the chain"
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setRemoving(true)}
      />
      {mayStart && (
        <Button look="main" disabled={isTrying} icon={<Play size={15} aria-hidden />} onClick={run}>
          {label} <Keys of="s" />
        </Button>
      )}
      {isRemoving && (
        <Confirm
          title={`Remove “${title}”?`}
          label="Remove"
          change={async () => await remove({ chainId: id })}
          done="The chain is removed."
          onClose={() => setRemoving(false)}
          onDone={() => navigate(href("chains"))}
        >
          {activeRunId === null
            ? "Its runs stay, and its issues are free for other chains."
            : "The run that works on it now is cancelled. Earlier runs stay, and its issues are free for other chains."}
        </Confirm>
      )}
    </>
  );
}
