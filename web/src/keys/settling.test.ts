import { expect, it } from "vitest";
import { began, ended, leftMs, settlingMs } from "./settling";

const run = (): void => undefined;
const answer = (decides: string) => ({ title: "Answer", keys: "1", group: "Question", decides, run });

it("lets a key wait when what it decides about has changed", () => {
  const [first, second] = [answer("first"), answer("second")];
  began(first, 0);
  expect(leftMs(first, 100)).toBe(settlingMs - 100);
  expect(leftMs(first, settlingMs)).toBe(0);
  ended(first, 1_000);
  began(second, 1_000);
  expect(leftMs(second, 1_300)).toBe(settlingMs - 300);
  // It comes back after another one: nobody has seen it for long.
  ended(second, 2_000);
  began(first, 2_000);
  expect(leftMs(first, 2_100)).toBe(settlingMs - 100);
});

it("does not begin again when it is only registered again", () => {
  const again = answer("again");
  began(again, 10_000);
  ended(again, 10_300);
  began(again, 10_301);
  expect(leftMs(again, 10_600)).toBe(0);
});

it("lets no other key wait", () => {
  const move = { title: "Next", keys: "j", group: "List", run };
  began(move, 20_000);
  expect(leftMs(move, 20_000)).toBe(0);
});
