import { expect, it } from "vitest";
import { comingSteps } from "./comingSteps";

const plan = ["Design", "Build", "Check"].map((name) => ({ name }));
const begun = (...indices: number[]) =>
  indices.map((stepIndex) => ({ stepIndex, name: plan[stepIndex % 3]?.name ?? "" }));
const names = (...indices: number[]) => comingSteps(plan, begun(...indices)).map(({ name }) => name);

it("are all before the first, then the rest of the iteration, also of a later one", () => {
  expect(names()).toEqual(["Design", "Build", "Check"]);
  expect(names(0, 1)).toEqual(["Check"]);
  expect(names(0, 1, 2)).toEqual([]);
  expect(names(0, 1, 2, 3)).toEqual(["Build", "Check"]);
});

it("are none when the workflow was changed meanwhile, or has no steps", () => {
  expect(comingSteps(plan, [{ stepIndex: 0, name: "Sketch" }])).toEqual([]);
  expect(comingSteps([], [])).toEqual([]);
});
