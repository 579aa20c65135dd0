// The number of documents that an operation reads does not grow with the tables: it is measured among few rows and
// among many, with the database's own count for the limits of transactions. tests/support/readBudgets/area.ts explains
// how to add an operation.
import { beforeAll, describe, expect, inject, it } from "vitest";
import schema from "../../convex/schema";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import type { Budget } from "../support/readBudgets/area";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine } from "../support/readBudgets/meteredEngine";
import { allOperations, documentsRead, environment } from "../support/readBudgets/operations";
import { fillWorld } from "../support/readBudgets/world";

const few = 20;
/** READ_BUDGET_ROWS=100000 takes some minutes. */
const many = Number(process.env["READ_BUDGET_ROWS"] ?? (inject("cases") === "all" ? 10_000 : 1_000));

type Measured = Map<Budget, { kind: "read"; documents: number } | { kind: "failed"; error: unknown }>;

/** Each size has an engine of its own, because `/healthz` reads less when somebody has asked just before. */
async function measureAmid(size: number): Promise<Measured> {
  const engine = await startMeteredEngine({ keepsResults: false });
  try {
    await engine.setEnvironment(environment);
    return await measureAll(engine, size);
  } finally {
    await engine.stop();
  }
}

async function measureAll(engine: MeteredEngine, size: number): Promise<Measured> {
  const world = await fillWorld(engine, `amid${size}`, size, areas);
  const measured: Measured = new Map();
  for (const budget of budgetsInOrder) {
    const result = await documentsRead(engine, world, budget[0], inputOf(budget, world)).then(
      (documents) => ({ kind: "read", documents }) as const,
      (error: unknown) => ({ kind: "failed", error }) as const,
    );
    measured.set(budget, result);
  }
  return measured;
}

describe("documents read", () => {
  let amidFew: Measured;
  let amidMany: Measured;
  beforeAll(async () => {
    amidFew = await measureAmid(few);
    amidMany = await measureAmid(many);
    // Most of the time goes into inserting rows, about 8,000 a second.
  }, 3_600_000);

  it.each(budgetsInOrder.map((budget) => [budget[0], budget[1], budget] as const))(
    `%s reads %i documents, among ${few} rows and among ${many}`,
    (_operation, documents, budget) => {
      const found = [amidFew, amidMany].map((measured) => measured.get(budget));
      expect(found).toEqual([
        { kind: "read", documents },
        { kind: "read", documents },
      ]);
    },
  );
});

it("every operation has a budget in tests/http/budgets, and every budget an operation", async () => {
  expect([...new Set(budgetsInOrder.map(([operation]) => operation))].toSorted()).toEqual(
    (await allOperations()).toSorted(),
  );
});

it("every table is filled by one area", () => {
  expect(areas.flatMap(({ rows }) => Object.keys(rows)).toSorted()).toEqual(Object.keys(schema.tables).toSorted());
});
