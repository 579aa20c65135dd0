// Compares the answers of all operations with those in tests/fixtures/answers.txt. A change of how answers are found
// must not change that file. After a change of what answers say, `npx vitest run tests/http/answers.test.ts -u` writes
// it again, and the difference in the file shows what clients will notice.
import { expect, it } from "vitest";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine } from "../support/readBudgets/meteredEngine";
import { environment, perform } from "../support/readBudgets/operations";
import { fillWorld } from "../support/readBudgets/world";
import type { FilledWorld } from "../support/readBudgets/world";
import { sameWords } from "../support/sameWords";

const rows = 20;

/** Plays the requests of all read budgets, one after the other. */
async function playAll(engine: MeteredEngine, world: FilledWorld): Promise<string[]> {
  const shown = sameWords();
  const answers: string[] = [];
  for (const budget of budgetsInOrder) {
    const [operation] = budget;
    const { status, answer } = await perform(engine, world, operation, inputOf(budget, world));
    answers.push(`${operation} ${status}`, shown(answer), "");
  }
  return answers;
}

it("every operation returns the same answer as before", async () => {
  const engine = await startMeteredEngine({ keepsResults: true });
  try {
    await engine.setEnvironment(environment);
    const world = await fillWorld(engine, "amid", rows, areas);
    const answers = await playAll(engine, world);
    await expect(answers.join("\n")).toMatchFileSnapshot("../fixtures/answers.txt");
  } finally {
    await engine.stop();
  }
}, 300_000);
