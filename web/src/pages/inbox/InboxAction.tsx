// What can be done about an item without leaving the inbox.
import type { ReactNode } from "react";
import { api } from "../../../../convex/_generated/api";
import { useHref } from "../../project/project";
import { RunQuestion } from "../../domain/questions/RunQuestion";
import { keyCommandOf, useRunCommands } from "../../domain/runs/runCommands";
import { useCommands } from "../../keys/commands";
import { Keys } from "../../keys/Keys";
import { useProjectQuery } from "../../live/useProjectQuery";
import { Button, ButtonLink } from "../../parts/Button";
import { OutsideLink, isOfTheWeb, openOutside } from "../../parts/OutsideLink";
import { pageOf } from "./items";
import type { Item } from "./items";

interface Props {
  item: Item;
  /** The keys belong to the item that is chosen. */
  isCurrent: boolean;
  /** Puts the item away. */
  children: ReactNode;
}

export function InboxAction({ item, isCurrent, children }: Props) {
  if (item.kind === "run_question") {
    return (
      <Answer item={item} isCurrent={isCurrent}>
        {children}
      </Answer>
    );
  }
  return (
    <>
      <Act item={item} isCurrent={isCurrent} />
      {children}
    </>
  );
}

function Act({ item, isCurrent }: Omit<Props, "children">) {
  const href = useHref();
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
        <ButtonLink href={href(pageOf(item))}>
          {item.kind === "session_questions" ? "Review" : "Open"}
          {isCurrent && <Keys of="Enter" />}
        </ButtonLink>
      );
  }
}

function Answer({ item, isCurrent, children }: Props) {
  const args = { runId: item.runId ?? "", status: "waiting" as const, paginationOpts: { numItems: 20, cursor: null } };
  const waiting = useProjectQuery(api.runQuestions.dashboard.list, args);
  const question = waiting.kind === "shown" ? waiting.value.page.find(({ id }) => id === item.subject.id) : undefined;
  if (question === undefined) return children;
  return <RunQuestion question={question} hasKeys={isCurrent} isWithin beside={children} />;
}

function RunActions({ item, isCurrent }: Omit<Props, "children">) {
  const found = useProjectQuery(api.runs.dashboard.get, { id: item.subject.id });
  const commands = useRunCommands(found.kind === "shown" ? found.value : null).filter(({ name }) => name !== "discard");
  useCommands(isCurrent ? commands.map((command) => keyCommandOf(command, "Item")) : []);
  return commands.map(({ name, label, keys, isBad, run }) => (
    <Button key={name} look={isBad ? "bad" : "plain"} onClick={run}>
      {label}
      {isCurrent && <Keys of={keys} />}
    </Button>
  ));
}

function PullRequest({ item, isCurrent }: Omit<Props, "children">) {
  const found = useProjectQuery(api.runs.dashboard.get, { id: item.subject.id });
  const url = found.kind === "shown" ? found.value.prUrl : null;
  const label = "Open the pull request";
  const mayOpen = isCurrent && url !== null && isOfTheWeb(url);
  useCommands(mayOpen ? [{ title: label, keys: "o", group: "Item", run: () => openOutside(url) }] : []);
  if (url === null) return null;
  return (
    <OutsideLink href={url} isButton>
      {label}
      {mayOpen && <Keys of="o" />}
    </OutsideLink>
  );
}
