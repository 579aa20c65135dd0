// Compares the answers of all operations with those in tests/fixtures/answers.txt. A change of how answers are found
// must not change that file. After a change of what answers say, `npx vitest run tests/http/answers.test.ts -u` writes
// it again, and the difference in the file shows what clients will notice. A line that begins with `<` is a request:
// the examples in the OpenAPI document are made of the file.
import { expect, it } from "vitest";
import { canary, withCanary } from "../support/canaryAddress";
import type { Input } from "../support/readBudgets/area";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine } from "../support/readBudgets/meteredEngine";
import { environment, perform } from "../support/readBudgets/operations";
import { fillWorld } from "../support/readBudgets/world";
import type { FilledWorld } from "../support/readBudgets/world";
import { sameWords } from "../support/sameWords";

const rows = 20;

/** Its answer is in the repository anyway, as convex/openapi/document.json. */
const documentOperation = "open /api/v1/openapi.json";

/** Plays the requests of all read budgets, one after the other. */
async function playAll(engine: MeteredEngine, world: FilledWorld) {
  const shown = sameWords();
  // A new endpoint is in the document only when its answer is recorded.
  // oxlint-disable-next-line switchyard/checked-answers
  const send = (path: string, init?: RequestInit) => fetch(engine.httpUrl + path, init);
  const answers: string[] = [];
  const leaks: string[] = [];
  for (const budget of budgetsInOrder) {
    const [operation] = budget;
    const input = inputOf(budget, world);
    const { status, answer } = await perform(engine, world, operation, sent(operation, input), send);
    if (answer.includes(canary)) leaks.push(operation);
    const isRest = /^[A-Z]+ /.test(operation) && Object.keys(input).length > 0;
    answers.push(`${operation} ${status}`, ...(isRest ? [`< ${shown(JSON.stringify(input))}`] : []));
    answers.push(operation === documentOperation ? "<the document>" : shown(answer), "");
  }
  return { answers, leaks };
}

/** The address of a webhook with a password is refused. */
function sent(operation: string, input: Input): Input {
  return operation.includes("webhooks") ? input : withCanary(input);
}

/** Only runners receive the whole address of a repository, which they hand to git. */
const mayShowAddresses = new Set([
  "callback run.get",
  "callback run.getDelivery",
  "callback sprintChain.get",
  "callback workChain.get",
  "callback job.claim",
]);

it("every operation returns the same answer as before", async () => {
  const engine = await startMeteredEngine({ keepsResults: true });
  try {
    await engine.setEnvironment(environment);
    const world = await fillWorld(engine, "amid", rows, areas);
    const { answers, leaks } = await playAll(engine, world);
    await expect(answers.join("\n")).toMatchFileSnapshot("../fixtures/answers.txt");
    expect(leaks.filter((operation) => !mayShowAddresses.has(operation))).toEqual([]);
  } finally {
    await engine.stop();
  }
}, 300_000);
