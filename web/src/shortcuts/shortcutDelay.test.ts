import { expect, it } from "vitest";
import { commandAdded, commandRemoved, remainingDelayMs, shortcutDelayMs } from "./shortcutDelay";

const run = (): void => undefined;
const answer = (decidesAbout: string) => ({ title: "Answer", keys: "1", group: "Question", decidesAbout, run });

it("lets a key wait when what it decides about has changed", () => {
  const [first, second] = [answer("first"), answer("second")];
  commandAdded(first, 0);
  expect(remainingDelayMs(first, 100)).toBe(shortcutDelayMs - 100);
  expect(remainingDelayMs(first, shortcutDelayMs)).toBe(0);
  commandRemoved(first, 1_000);
  commandAdded(second, 1_000);
  expect(remainingDelayMs(second, 1_300)).toBe(shortcutDelayMs - 300);
  // It comes back after another one: nobody has seen it for long.
  commandRemoved(second, 2_000);
  commandAdded(first, 2_000);
  expect(remainingDelayMs(first, 2_100)).toBe(shortcutDelayMs - 100);
});

it("does not begin again when it is only registered again", () => {
  const again = answer("again");
  commandAdded(again, 10_000);
  commandRemoved(again, 10_300);
  commandAdded(again, 10_301);
  expect(remainingDelayMs(again, 10_600)).toBe(0);
});

it("lets no other key wait", () => {
  const move = { title: "Next", keys: "j", group: "List", run };
  commandAdded(move, 20_000);
  expect(remainingDelayMs(move, 20_000)).toBe(0);
});
