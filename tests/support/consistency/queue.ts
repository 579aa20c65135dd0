// Checks the limits on runs: their counts, that none is exceeded, and that no run waits where there is room.
import { roomForNext } from "../../../convex/queue/limits";
import { isFinal } from "../../../convex/runs/status";
import type { Findings } from "./findings";
import type { Tables } from "./tables";

export function checkQueue(tables: Tables, found: Findings): void {
  const places = tables.rows("queuePlaces");
  for (const limit of tables.rows("queueLimits")) {
    const { projectId, key, inside, ready, next = [] } = limit;
    const among = places.filter((place) => place.projectId === projectId && place.limits.includes(key));
    const counted = (standing: string) => among.filter((place) => place.standing === standing).length;
    const keeping = places.filter((place) => place.projectId === projectId && place.kept === key).length;
    found.equal(`the runs inside the limit ${key}`, inside, counted("inside") + keeping);
    found.equal(`the runs that are ready for the limit ${key}`, ready, counted("ready"));
    const isReady = ({ placeId }: { placeId: string }) =>
      among.some(({ _id, standing }) => _id === placeId && standing === "ready");
    found.isTrue(`what is next for the limit ${key} is ready`, next.every(isReady));
    if (limit.isCounting === true) continue;
    for (const isRound of [undefined, true] as const) {
      const first = next.filter((each) => each.isRound === isRound).map(({ rankMs }) => rankMs);
      const held = places.filter(
        (place) => place.projectId === projectId && place.heldBy === key && place.isRound === isRound,
      );
      const room = roomForNext(limit);
      found.isTrue(`no more are next than there is room for: ${key}`, first.length <= room);
      found.isTrue(`a limit with room holds no run: ${key}`, held.length === 0 || first.length === room);
      found.isTrue(
        `what a limit holds goes behind what is next: ${key}`,
        held.every(({ rankMs }) => first.every((other) => other <= rankMs)),
      );
    }
  }
  const runs = new Map(tables.rows("runs").map((run) => [run._id, run]));
  for (const { runId, standing, heldBy } of places) {
    const run = runs.get(runId);
    found.isTrue(`a run with a place is not over: ${runId}`, run !== undefined && !isFinal(run.status));
    found.isTrue(`a run shows what holds it: ${runId}`, (standing === "held") === (run?.hold !== undefined));
    found.isTrue(`a held place says by what: ${runId}`, (standing === "held") === (heldBy !== undefined));
  }
}
