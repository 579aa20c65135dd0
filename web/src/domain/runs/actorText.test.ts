import { expect, it } from "vitest";
import { actorText, starterText, statusByText } from "./actorText";
import type { Actor } from "./actorText";

const ada: Actor = { type: "user", id: "user_1", name: "Ada" };
const ci: Actor = { type: "key", id: "key_1", name: "CI" };
const system: Actor = { type: "system", id: null, name: "Switchyard" };
const runner: Actor = { type: "runner", id: null, name: "Runner" };

it("names the person or key that started a run, and else the part of the product that did", () => {
  expect(starterText({ startedBy: ada, source: "dashboard" })).toBe("Ada");
  expect(starterText({ startedBy: ci, source: "api" })).toBe("key CI");
  expect(starterText({ startedBy: system, source: "recurring_task" })).toBe("a recurring task");
  expect(starterText({ startedBy: runner, source: "work_chain" })).toBe("a work chain");
  expect(starterText({ startedBy: null, source: "api" })).toBe("an API key");
});

it("says who has cancelled or paused a run, when that was a person or a key", () => {
  expect(statusByText({ status: "cancelled", statusBy: ci })).toBe("Cancelled by key CI");
  expect(statusByText({ status: "paused", statusBy: ada })).toBe("Paused by Ada");
  expect(statusByText({ status: "paused", statusBy: runner })).toBeNull();
  expect(statusByText({ status: "running", statusBy: ada })).toBeNull();
  expect(statusByText({ status: "cancelled", statusBy: null })).toBeNull();
});

it("names anybody in a log", () => {
  expect([ada, ci, runner, { ...runner, id: "rtok_1", name: "Big machine" }, system].map(actorText)).toEqual([
    "Ada",
    "key CI",
    "the runner",
    "runner Big machine",
    "the system",
  ]);
});
