// The data of a service with example data, made once in a run of tests: filling a project costs more than many files
// with all their pages. The first file that asks makes it, and each file begins with a copy. It is not kept for later
// runs, since it would grow old: what waits would have waited for days.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { inject, onTestFinished } from "vitest";
import { shown, start, stop } from "../support/npmStart";
import type { StartedOnce } from "../support/startedOnce";
import { openDashboard, seed } from "./browser";
import type { Dashboard } from "./browser";

const runs = 20;

/** Opens the dashboard of a service that has example data of every kind, with 20 runs. */
export async function openSeeded(atEnd: (close: () => Promise<void>) => void = onTestFinished): Promise<Dashboard> {
  return await openDashboard({}, atEnd, await seededOnce());
}

async function seededOnce(): Promise<StartedOnce> {
  const { apiKey } = inject("startedOnce");
  const folder = path.join(inject("sharedFolder"), "seeded");
  const seeded = { dataDirectory: path.join(folder, "data"), apiKey };
  const whole = path.join(folder, "whole");
  while (!existsSync(whole)) {
    if (takesFolder(folder)) await makeIn(folder, seeded, whole);
    else await pause(200);
  }
  return seeded;
}

/** Whether nobody else makes it. */
function takesFolder(folder: string): boolean {
  return mkdirSync(folder, { recursive: true }) !== undefined;
}

/** After a failure another file may try it. */
async function makeIn(folder: string, seeded: StartedOnce, whole: string): Promise<void> {
  try {
    cpSync(inject("startedOnce").dataDirectory, seeded.dataDirectory, { recursive: true });
    const service = await start(seeded.dataDirectory);
    await seed({ ...seeded, httpUrl: shown(service, /http:\S+(?=\/api\/v1$)/m) }, runs);
    await stop(service);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  writeFileSync(whole, "");
}
