// Watches a run until it is over.
import type { Context } from "../frame/context";
import type { Ending } from "../frame/failure";
import { bold, join, yellow } from "../terminal/text";
import { endingOf, eventLine, textIn } from "./events";
import type { StepNames } from "./events";
import type { Run } from "./types";
import { dollars, durationText, stateText } from "./show";
import { waitingText } from "./waiting";

/** Shows the events of the run from its beginning, and those that follow. */
export async function watchRun(
  context: Context,
  { id, name, runNumber }: Pick<Run, "id" | "name" | "runNumber">,
): Promise<Ending> {
  const { terminal, isJson, signal } = context;
  const client = context.client();
  const steps: StepNames = new Map();
  const startedMs = Date.now();
  let doing = "waiting for a runner";
  const showProgress = () => terminal.progress(`run ${runNumber}: ${doing}, ${durationText(Date.now() - startedMs)}`);
  if (!isJson) await sayWhyItWaits(context, id);
  const timer = isJson ? undefined : setInterval(showProgress, 1000);
  try {
    for await (const event of client.runs.events(id, { signal })) {
      if (isJson) {
        terminal.json(event);
        continue;
      }
      const line = eventLine(event, steps);
      if (line !== null) terminal.print(line);
      if (event.type === "run.progress" || event.type === "step.status" || event.type === "run.status")
        doing = textIn(event.data, "label") || textIn(event.data, "status") || doing;
      showProgress();
    }
  } finally {
    clearInterval(timer);
    terminal.hideProgress();
  }
  const run = await client.runs.get({ id }, { signal });
  if (!isJson) {
    const branch = run.resultBranch === null ? "" : `, branch ${run.resultBranch}`;
    terminal.print(
      join(bold(`Run ${runNumber}`), ` ${name}: `, stateText(run.status), `${branch}, ${dollars(run.costUsd)}`),
    );
  }
  return endingOf(run.status);
}

/** The events of a run do not say that nobody is there to begin it, and there would be none for as long. */
async function sayWhyItWaits({ terminal, client, signal }: Context, id: string): Promise<void> {
  const { runNumber, waiting } = await client().runs.get({ id }, { signal });
  if (waiting !== null) terminal.note(join(yellow(`Run ${runNumber} `), waitingText(waiting)));
}
