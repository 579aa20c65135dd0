// What can be done about an item without leaving the inbox.
import type { ReactNode } from "react";
import { api } from "#convex/_generated/api";
import { useProjectHref } from "../../project/project";
import { RunQuestion } from "../../domain/questions/RunQuestion";
import { toCommand, useRunCommands } from "../../domain/runs/runCommands";
import { useCommands } from "../../shortcuts/commands";
import { ShortcutKeys } from "../../shortcuts/ShortcutKeys";
import { useProjectQuery } from "../../live/projectHooks";
import { Button, ButtonLink } from "../../parts/Button";
import { ExternalLink, isWebAddress, openExternal } from "../../parts/ExternalLink";
import { pageOfItem } from "./inboxItem";
import type { InboxItem } from "./inboxItem";

interface Props {
  item: InboxItem;
  /** The keys belong to the item that is chosen. */
  isCurrent: boolean;
  /** Puts the item away. */
  children: ReactNode;
}

export function InboxItemActions({ item, isCurrent, children }: Props) {
  if (item.kind === "run_question") {
    return (
      <Answer item={item} isCurrent={isCurrent}>
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

function Action({ item, isCurrent }: Omit<Props, "children">) {
  const href = useProjectHref();
  switch (item.kind) {
    case "run_question":
      return null;
    case "run_failed":
    case "run_paused":
      return <RunActions item={item} isCurrent={isCurrent} />;
    case "pull_request":
      return <PullRequest item={item} isCurrent={isCurrent} />;
    case "session_questions":
    case "session_failed":
    case "merge_failed":
      return (
        <ButtonLink href={href(pageOfItem(item))}>
          {item.kind === "session_questions" ? "Review" : "Open"}
          {isCurrent && <ShortcutKeys keys="Enter" />}
        </ButtonLink>
      );
  }
}

function Answer({ item, isCurrent, children }: Props) {
  const args = { runId: item.runId ?? "", status: "waiting" as const, paginationOpts: { numItems: 20, cursor: null } };
  const waiting = useProjectQuery(api.runQuestions.dashboard.list, args);
  const question = waiting.kind === "ready" ? waiting.value.page.find(({ id }) => id === item.subject.id) : undefined;
  if (question === undefined) return children;
  return <RunQuestion question={question} hasShortcuts={isCurrent} isInRow extraButtons={children} />;
}

function RunActions({ item, isCurrent }: Omit<Props, "children">) {
  const found = useProjectQuery(api.runs.dashboard.get, { id: item.subject.id });
  const commands = useRunCommands(found.kind === "ready" ? found.value : null).filter(({ name }) => name !== "discard");
  useCommands(isCurrent ? commands.map((command) => toCommand(command, "Item")) : []);
  return commands.map(({ name, label, keys, isBad, run }) => (
    <Button key={name} look={isBad ? "bad" : "plain"} onClick={run}>
      {label}
      {isCurrent && <ShortcutKeys keys={keys} />}
    </Button>
  ));
}

function PullRequest({ item, isCurrent }: Omit<Props, "children">) {
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
