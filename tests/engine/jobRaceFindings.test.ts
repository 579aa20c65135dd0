// The checker of the job race finds each kind of mistake.
import { describe, expect, it } from "vitest";
import { findingsOf } from "./jobRaceFindings";
import type { EndOfRun, Race } from "./jobRaceFindings";
import type { Call, Observation } from "./jobRaceRecord";

const leaseMs = 5000;
const calls: Call[] = ["begin", "effect 0", "effect 1", "end", "complete"];

/** The records of a runner that claims a job at `at` and makes the calls in `done`, one every ten milliseconds. */
function claim(fence: number, at: number, done: readonly Call[] = calls): Observation[] {
  const noted = { runner: `r${fence}`, jobId: "job", fence };
  const claimed = { ...noted, kind: "claimed", at, sentAt: at, runId: "run", leaseUntil: at + leaseMs } as const;
  const work = done.flatMap((call, index): Observation[] => {
    const sentAt = at + 10 * (index + 1);
    return [
      { ...noted, kind: "sending", at: sentAt, call },
      { ...noted, kind: "done", at: sentAt + 5, sentAt, call },
    ];
  });
  return [claimed, ...work];
}

function endWith(messages: string[], moves = ["running", "completed"]): EndOfRun {
  const events = [
    ...moves.map((status) => ({ type: "run.status", data: { status } })),
    ...messages.map((message) => ({ type: "run.progress", data: { message } })),
  ];
  return {
    runId: "run",
    status: "completed",
    events: events.map((event, index) => Object.assign(event, { seq: index + 1 })),
  };
}

const judge = (observations: Observation[], end = endWith(["1 effect 0", "1 effect 1"]), race: Partial<Race> = {}) =>
  findingsOf({ leaseMs, observations, runIds: ["run"], ends: [end], ...race });

const lost = claim(1, 0, ["begin", "effect 0"]);
const takenUp = endWith(["1 effect 0", "2 effect 0", "2 effect 1"]);
const second = (at: number) => claim(2, at, ["effect 0", "effect 1", "end", "complete"]);
const refused = (error: string, at: number): Observation => {
  return { runner: "r1", jobId: "job", fence: 1, kind: "refused", call: "look", at, error: `400 ${error}` };
};

const staleWrite: Observation = { ...lost[0]!, kind: "done", call: "end", sentAt: 7000, at: 7001 };

describe("a race in which", () => {
  it.each<[string, string[], string[]]>([
    ["one runner does the job: well", judge(claim(1, 0)), []],
    ["another takes it up after the lease: well", judge([...lost, ...second(5000)], takenUp), []],
    [
      "a stale claim is refused: well",
      judge([...lost, ...second(5000), refused("stale lease: ...", 7000)], takenUp),
      [],
    ],
    ["a job is held twice", judge([...lost, ...second(4999)], takenUp), ["job: held as 1 and 2 at one time"]],
    ["a claim is given out twice", judge([...claim(1, 0), ...claim(1, 0, [])]), ["job: claimed 2 times as 1"]],
    [
      "a job is done twice",
      judge([...claim(1, 0), ...claim(2, 6000, ["complete"])]),
      ["job: completed 2 times", "job: claimed again after it was completed"],
    ],
    [
      "a stale claim may write",
      judge([...lost, ...second(5000), staleWrite], takenUp),
      [`job: "end" of 1 was taken after a newer claim`],
    ],
    [
      "a holder is refused",
      judge([...claim(1, 0), refused("stale lease: ...", 100)]),
      [`job: "look" of 1 was refused: 400 stale lease: ...`],
    ],
    [
      "a run is lost",
      judge(claim(1, 0), undefined, { runIds: ["run", "other"] }),
      ["other: lost", "1 runs, of 2 that were started"],
    ],
    ["a run is never claimed", judge([], endWith([])), ["run: was never claimed"]],
    [
      "an effect occurs twice",
      judge(claim(1, 0), endWith(["1 effect 0", "1 effect 0", "1 effect 1"])),
      [`run: "effect 0" of 1 is there 2 times, of 1 sent, 1 done`],
    ],
    [
      "an effect that was acknowledged is not there",
      judge(claim(1, 0), endWith(["1 effect 0"])),
      [`run: "effect 1" of 1 is there 0 times, of 1 sent, 1 done`],
    ],
    [
      "an old claim writes after a newer one",
      judge([...lost, ...second(5000)], endWith(["2 effect 0", "1 effect 0", "2 effect 1"])),
      ["run: an old claim wrote after a newer"],
    ],
    [
      "a run ends twice",
      judge(claim(1, 0), endWith(["1 effect 0", "1 effect 1"], ["running", "completed", "running", "completed"])),
      ["run: went through running,completed,running,completed"],
    ],
  ])("%s", (_, findings, expected) => {
    expect(findings).toEqual(expected);
  });
});
