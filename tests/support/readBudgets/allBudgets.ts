// The areas of tests/http/budgets, enumerated so that none is forgotten, and their budgets in an order in which they
// can be run one after another.
import type { Area, Budget, Input, World } from "./area";

const files = import.meta.glob<{ area: Area }>("../../http/budgets/*.ts", { eager: true });

export const areas: readonly Area[] = Object.values(files).map(({ area }) => area);

const budgets = areas.flatMap((area) => area.budgets);

export const budgetsInOrder: readonly Budget[] = [
  ...budgets.filter((budget) => budget[3] !== "last"),
  ...budgets.filter((budget) => budget[3] === "last"),
];

export function inputOf([, , given = {}]: Budget, world: World): Input {
  return typeof given === "function" ? given(world) : given;
}
