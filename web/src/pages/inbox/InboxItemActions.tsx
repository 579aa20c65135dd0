// What can be done about an item without leaving the inbox.
import type { ReactNode } from "react";
import { api } from "#convex/_generated/api";
import { useHasPermission, useProjectHref } from "../../project/project";
import { RunQuestion } from "../../domain/questions/RunQuestion";
import { toCommand, useRunCommands } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectMutation, useProjectQuery } from "../../live/projectHooks";
import { usePerform } from "../../live/usePerform";
import { Button, ButtonLink } from "../../parts/Button";
import { ExternalLink, isWebAddress, openExternal } from "../../parts/ExternalLink";
import { pageOfItem } from "./inboxItem";
import type { InboxItem } from "./inboxItem";

interface Props {
  item: InboxItem;
  /** The keys belong to the item that is chosen. */
  isCurrent: boolean;
  /** Makes it the chosen one. */
  onChoose: () => void;
  /** Dismisses the item. */
  children: ReactNode;
}

export function InboxItemActions({ item, isCurrent, onChoose, children }: Props) {
  if (item.kind === "run_question") {
    return (
      <Answer item={item} isCurrent={isCurrent} onChoose={onChoose}>
        {children}
      </Answer>
    );
  }
  return (
    <>
      <Action item={item} isCurrent={isCurrent} />
      {children}
    </>
  );
}

type Chosen = Pick<Props, "item" | "isCurrent">;

function Action({ item, isCurrent }: Chosen) {
  const href = useProjectHref();
  switch (item.kind) {
    case "run_question":
      return null;
    case "run_failed":
    case "run_paused":
      return <RunActions item={item} isCurrent={isCurrent} />;
    case "pull_request":
      return <PullRequest item={item} isCurrent={isCurrent} />;
    case "feedback_waiting":
      return <FeedbackWaiting item={item} isCurrent={isCurrent} />;
    case "session_questions":
    case "session_failed":
    case "merge_failed":
    case "budget_reached":
    case "task_paused":
    case "webhook_disabled":
      return (
        <ButtonLink href={href(pageOfItem(item))}>
          {item.kind === "session_questions" ? "Review" : "Open"}
          {isCurrent && <ShortcutKeys keys="Enter" />}
        </ButtonLink>
      );
  }
}

function Answer({ item, isCurrent, onChoose, children }: Props) {
  const args = { runId: item.runId ?? "", status: "waiting" as const, paginationOpts: { numItems: 20, cursor: null } };
  const waiting = useProjectQuery(api.runQuestions.dashboard.list, args);
  const question = waiting.kind === "ready" ? waiting.value.page.find(({ id }) => id === item.subject.id) : undefined;
  if (question === undefined) return children;
  return (
    <RunQuestion
      question={question}
      hasShortcuts={isCurrent}
      isInRow
      onUnfold={isCurrent ? undefined : onChoose}
      extraButtons={children}
    />
  );
}

/** The kind of the item says the state of the run. */
function RunActions({ item, isCurrent }: Chosen) {
  const status = item.kind === "run_failed" ? "failed" : "paused";
  const commands = useRunCommands({ id: item.subject.id, status, stopAfterCurrentTurn: false }).filter(
    ({ name }) => name !== "discard",
  );
  useCommands(isCurrent ? commands.map((command) => toCommand(command, "Item")) : []);
  return commands.map(({ name, label, keys, isBad, run }) => (
    <Button key={name} look={isBad ? "bad" : "plain"} onClick={run}>
      {label}
      {isCurrent && <ShortcutKeys keys={keys} />}
    </Button>
  ));
}

/** The run continues with all that is open and trusted, or somebody chooses on its page. */
function FeedbackWaiting({ item, isCurrent }: Chosen) {
  const href = useProjectHref();
  const mayWrite = useHasPermission("work:write");
  const continueRun = useProjectMutation(api.runs.dashboard.continueRun);
  const { perform, isPending } = usePerform();
  const runId = item.subject.id;
  const begin = () => void perform(() => continueRun({ runId }), "The next round waits for a runner.");
  const confirmation = {
    title: "Continue the run?",
    text: "A round with all open feedback that is trusted begins, which costs money.",
    label: "Continue",
  };
  const command = {
    title: "Continue the run",
    keys: "C",
    group: "Item",
    decidesAbout: runId,
    confirmation,
    run: begin,
  };
  useCommands(isCurrent && mayWrite ? [command] : []);
  return (
    <>
      {mayWrite && (
        <Button disabled={isPending} onClick={begin}>
          Continue
          {isCurrent && <ShortcutKeys keys="C" />}
        </Button>
      )}
      <ButtonLink href={href(pageOfItem(item))}>
        Choose
        {isCurrent && <ShortcutKeys keys="Enter" />}
      </ButtonLink>
    </>
  );
}

function PullRequest({ item, isCurrent }: Chosen) {
  const found = useProjectQuery(api.runs.dashboard.get, { id: item.subject.id });
  const url = found.kind === "ready" ? found.value.prUrl : null;
  const label = "Open the pull request";
  const mayOpen = isCurrent && url !== null && isWebAddress(url);
  useCommands(mayOpen ? [{ title: label, keys: "o", group: "Item", run: () => openExternal(url) }] : []);
  if (url === null) return null;
  return (
    <ExternalLink href={url} isButton>
      {label}
      {mayOpen && <ShortcutKeys keys="o" />}
    </ExternalLink>
  );
}
