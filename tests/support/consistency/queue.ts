// Checks the limits on runs: their counts, that none is exceeded, and that no run waits where there is room.
import { isFinal } from "../../../convex/runs/status";
import type { Findings } from "./findings";
import type { Tables } from "./tables";

export function checkQueue(tables: Tables, found: Findings): void {
  const places = tables.rows("queuePlaces");
  for (const { projectId, key, most = Infinity, inside, ready, isCounting } of tables.rows("queueLimits")) {
    const among = places.filter((place) => place.projectId === projectId && place.limits.includes(key));
    const counted = (standing: string) => among.filter((place) => place.standing === standing).length;
    found.equal(`the runs inside the limit ${key}`, inside, counted("inside"));
    found.equal(`the runs that are ready for the limit ${key}`, ready, counted("ready"));
    const waits = places.some((place) => place.projectId === projectId && place.heldBy === key);
    const hasRoom = isCounting !== true && inside + ready < most;
    found.isTrue(`a limit with room holds no run: ${key}`, !waits || !hasRoom);
  }
  const runs = new Map(tables.rows("runs").map((run) => [run._id, run]));
  for (const { runId, standing, heldBy } of places) {
    const run = runs.get(runId);
    found.isTrue(`a run with a place is not over: ${runId}`, run !== undefined && !isFinal(run.status));
    found.isTrue(`a run shows what holds it: ${runId}`, (standing === "held") === (run?.hold !== undefined));
    found.isTrue(`a held place says by what: ${runId}`, (standing === "held") === (heldBy !== undefined));
  }
}
