import { describe, expect, it } from "vitest";
import { agentsText, factsText, placesText, unclaimedJobText } from "./runner";
import type { Runner } from "./runner";

const nowMs = Date.parse("2026-03-01T12:00:00Z");
const runner: Runner = {
  runnerId: "builder-1",
  tokenId: null,
  kinds: null,
  lastSeenAt: "2026-03-01T12:00:00.000Z",
  jobIds: [],
  name: "builder",
  version: "0.1.0",
  protocol: 1,
  agents: [],
  places: { total: 2, free: 1, waiting: 0 },
  freeDiskMb: 1536,
  lastError: null,
};

describe("what a runner says", () => {
  it("is said in a line, as far as it says anything", () => {
    expect(factsText(runner)).toBe("Version 0.1.0 · 1.5 GB free · Uses the deployment's secret");
    const silent = { ...runner, version: null, freeDiskMb: null, tokenId: "rtok_1" };
    expect(factsText(silent)).toBe("Uses a token of this project");
    expect(placesText({ total: 1, free: 1, waiting: 0 })).toBe("1 of 1 place free");
    expect(placesText({ total: 4, free: 0, waiting: 6 })).toBe("0 of 4 places free, 6 waiting");
    const agent = { name: "claude", kind: "acp", isolation: "bubblewrap", problem: null };
    expect(agentsText([agent, { ...agent, name: "demo", isolation: "none" }])).toBe("claude (bubblewrap), demo");
  });
});

describe("why a job waits", () => {
  const full = { total: 2, free: 0, waiting: 0 };

  const noRunner = "No runner has asked for work. Start one with: npm run runner";

  it.each([
    [[], 0, noRunner],
    [[{ lastSeenAt: "2026-03-01T11:50:00.000Z" }], 0, noRunner],
    [[{ kinds: ["merge.execute"] }], 0, "No connected runner accepts this kind of work"],
    [[{ places: full }, {}], 2, "A runner will take it soon"],
    [[{ places: null }], 0, "A runner will take it soon"],
    [[{ places: null, jobIds: ["job_1"] }], 0, "All runners are busy"],
    [[{ places: full }, { places: full }], 0, "4 of 4 places taken"],
    [[{ places: full }, { kinds: ["merge.execute"] }], 1, "2 of 2 places taken, 1 of them by an unanswered question"],
    [[{ places: { ...full, total: 6 } }], 5, "6 of 6 places taken, 5 of them by unanswered questions"],
    [[{ places: { ...full, total: 6, waiting: 5 } }], 5, "6 of 6 places taken"],
    [[{ places: { ...full, total: 1 } }], 0, "1 of 1 place taken"],
  ])("with the runners %j and %d runs that ask", (changes: Partial<Runner>[], askingRuns, text) => {
    const runners = changes.map((change) => ({ ...runner, ...change }));
    expect(unclaimedJobText("run.execute", runners, nowMs, askingRuns)).toBe(text);
  });
});
