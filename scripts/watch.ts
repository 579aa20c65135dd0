// Watches an app's sources and reports changes in bursts: editors write a file in several steps, and switching a branch
// changes many files. It looks at the files again and again, because `fs.watch` loses a file that an editor replaces
// (seen with Node 20 on Linux).
import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listSources } from "./push";

const lookEveryMs = 200;

/**
 * Yields the names of the files that have changed since the call, once they no longer change. Ends when the signal
 * aborts.
 */
export function watchSources(appDirectory: string, signal: AbortSignal): AsyncGenerator<string[]> {
  return changesSince(fileStates(appDirectory), appDirectory, signal);
}

async function* changesSince(
  states: Map<string, string>,
  appDirectory: string,
  signal: AbortSignal,
): AsyncGenerator<string[]> {
  let reported = states;
  let former = reported;
  for (;;) {
    await sleep(lookEveryMs);
    if (signal.aborted) return;
    const present = fileStates(appDirectory);
    const isAtRest = differences(former, present).length === 0;
    former = present;
    const changed = differences(reported, present);
    if (!isAtRest || changed.length === 0) continue;
    reported = present;
    yield changed;
  }
}

function fileStates(appDirectory: string): Map<string, string> {
  const states = listSources(appDirectory).flatMap((source): [string, string][] => {
    const file = statSync(path.join(appDirectory, "convex", source), { throwIfNoEntry: false });
    return file === undefined ? [] : [[source, `${file.mtimeMs} ${file.size}`]];
  });
  return new Map(states);
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
