import { describe, expect, it } from "vitest";
import { nextState } from "../lib/states";
import type { SessionStatus } from "./schema";
import { sessionMoves, sessionStatuses } from "./status";

const move = (from: SessionStatus, to: SessionStatus) => nextState("issue session", sessionMoves, to, from);

describe.each(sessionStatuses)("an issue session that moves to %s", (to) => {
  it("can do so from active, and repeat it", () => {
    expect([move("active", to), move(to, to)]).toEqual([to, to]);
  });

  it.each(sessionStatuses.filter((from) => from !== "active" && from !== to))("cannot do so from %s", (from) => {
    expect(() => move(from, to)).toThrow(`The issue session is ${from}`);
  });
});
