// `switchyard runs bulk`: the same for many runs.
import { setTimeout as pause } from "node:timers/promises";
import { command } from "../frame/command";
import type { Context } from "../frame/context";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim, join } from "../terminal/text";
import { findWorkflow } from "./find";
import type { BulkAction } from "./types";
import { showDone } from "./show";
import { states } from "./states";

const actions = ["cancel", "restart", "delete", "pause", "resume"] as const;
type Action = (typeof actions)[number];

const pauseMs = 500;

export const bulk = command({
  name: "runs bulk",
  about: "Cancel, restart, delete, pause or resume all runs that match",
  details:
    "It is about the runs that match all of the options now, and skips those whose state does not allow it. The service " +
    "does the work; the command waits for its end, and Ctrl-C leaves it to the service.",
  arguments: { action: { about: "what to do", values: actions } },
  options: {
    status: { kind: "choice", values: states, about: "only runs in this state" },
    label: { kind: "text", value: "label", about: "only runs with this label" },
    workflow: {
      kind: "text",
      value: "name",
      about: "only runs of this workflow, by its name or id",
      known: "workflow",
    },
    before: { kind: "text", value: "time", about: "only runs that were made before, such as 2030-01-31T09:00Z" },
    after: { kind: "text", value: "time", about: "only runs that were made after" },
  },
  examples: [
    { line: "switchyard runs bulk cancel --label nightly --status pending", about: "Cancel what has not begun" },
    { line: "switchyard runs bulk restart --status failed --after 2030-01-31 --json", about: "Try failed runs again" },
  ],
  run: async (context, { args, options }) => {
    const { status, label, before: createdBefore, after: createdAfter } = options;
    const workflow = options.workflow === undefined ? undefined : await findWorkflow(context, options.workflow);
    const filter = omitUndefined({ status, label, workflowId: workflow?.id, createdBefore, createdAfter });
    if (Object.keys(filter).length === 0) throw new Failure("usage", "Name at least one condition, such as --status.");
    const { signal } = context;
    const asked = await context.client().runs.bulk({ action: actionOf(args.action), filter }, { signal });
    const ended = await waitForEnd(context, asked);
    const { done, skipped } = ended;
    showDone(context, ended, join(bold(String(done)), ` of ${ended.matched} runs, `, dim(`${skipped} skipped`)));
  },
});

/** The parser accepts no other words. */
function actionOf(word: string): Action {
  const action = actions.find((one) => one === word);
  if (action === undefined) throw new Failure("usage", `The action is one of ${actions.join(", ")}.`);
  return action;
}

async function waitForEnd(context: Context, asked: BulkAction): Promise<BulkAction> {
  let bulkAction = asked;
  while (bulkAction.status === "running") {
    await pause(pauseMs, undefined, { signal: context.signal });
    bulkAction = await context.client().runs.bulk.get({ id: asked.id }, { signal: context.signal });
  }
  return bulkAction;
}
