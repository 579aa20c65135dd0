import { expect, it } from "vitest";
import { apiErrorOf } from "../lib/errors";
import { nextState } from "../lib/states";
import type { VersionStatus } from "./schema";
import { versionMoves, versionStatuses as states } from "./status";

const moves = Object.keys(versionMoves) as (keyof typeof versionMoves)[];

const pairs = states.flatMap((state) => moves.map((move) => `${state} ${move}` as const));

const allowed: Partial<Record<(typeof pairs)[number], VersionStatus>> = {
  "draft activate": "active",
  "active activate": "active",
  "archived activate": "active",
  "active deactivate": "archived",
};

it("a learning version allows exactly the moves of the table", () => {
  const found = pairs.map((pair) => {
    const [state, move] = pair.split(" ") as [VersionStatus, keyof typeof versionMoves];
    return [pair, outcomeOf(() => nextState("learning version", versionMoves, move, state))];
  });
  expect(found).toEqual(pairs.map((pair) => [pair, allowed[pair] ?? "CONFLICT"]));
});

function outcomeOf(attempt: () => VersionStatus): string {
  try {
    return attempt();
  } catch (error) {
    return apiErrorOf(error)?.code ?? "a fault";
  }
}
