// Every operation that takes an Idempotency-Key, with the requests of the read budgets. Operations are enumerated, so
// that none is forgotten. The same request again gets the same answer and changes nothing, another request with the
// same key is refused, and two at the same time have the effect of one.
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { otherBody } from "../support/otherBody";
import { areas, budgetsInOrder, inputOf } from "../support/readBudgets/allBudgets";
import type { Input } from "../support/readBudgets/area";
import { startMeteredEngine } from "../support/readBudgets/meteredEngine";
import type { MeteredEngine } from "../support/readBudgets/meteredEngine";
import {
  environment,
  perform,
  repeatableOperations,
  requestFor,
  schemasOfAll,
} from "../support/readBudgets/operations";
import type { Schemas } from "../support/readBudgets/operations";
import { effectBetween, hasClockStruck, settledState } from "../support/readBudgets/wholeState";
import type { Effect, WholeState } from "../support/readBudgets/wholeState";
import { fillWorld } from "../support/readBudgets/world";
import type { FilledWorld } from "../support/readBudgets/world";

const rows = 20;

interface Answer {
  status: number;
  isReplay: boolean;
  text: string;
}

type Tried = Asked & Repeated & Doubled;

interface Asked {
  operation: string;
  input: Input;
}

interface Repeated {
  first: Answer;
  again: Answer;
  /** The answer to another request with the same key. */
  other: Answer;
  effect: Effect;
  effectOfMore: Effect;
  /** The clock has started something meanwhile, and its changes are among these. */
  isDisturbed: boolean;
}

/** The result on another engine, where the request was sent twice at the same time. */
interface Doubled {
  together: Answer[];
  effectTogether: Effect;
  areDisturbed: boolean;
}

/** Sends one request, with an Idempotency-Key of its own. */
interface Sender {
  operation: string;
  body: string;
  send: (body?: string) => Promise<Answer>;
}

async function senderOf(engine: MeteredEngine, world: FilledWorld, operation: string, input: Input): Promise<Sender> {
  const [kind = "", name = ""] = operation.split(" ");
  const { path, body = "", ...request } = await requestFor(kind, name, input, world);
  const headers = { ...request.headers, "Idempotency-Key": randomUUID() };
  const send: Sender["send"] = async (sent = body) => {
    const response = await fetch(engine.httpUrl + path, { ...request, headers, body: sent });
    const isReplay = response.headers.get("Idempotent-Replayed") === "true";
    return { status: response.status, isReplay, text: await response.text() };
  };
  return { operation, send, body };
}

/**
 * Returns another body: with another value in one field if the operation has fields, otherwise the same value in other
 * bytes.
 */
function otherThan(schemas: Schemas, operation: string, body: string): string {
  const schema = schemas.get(operation);
  const parsed = JSON.parse(body) as Record<string, unknown>;
  const isCall = operation.startsWith("callback ");
  const other = otherBody(schema, isCall ? (parsed["args"] as Record<string, unknown>) : parsed);
  if (other === null) return `${body} `;
  return JSON.stringify(isCall ? { ...parsed, args: other } : other);
}

/** The operation has ended the key with which it is called. */
const isWithoutKey = ({ again }: Tried): boolean => again.status === 401;
/** The answer shows a key, a token or a secret, which is shown only once. */
const showsKey = ({ first }: Tried): boolean =>
  /"(?:key|token|secret)":"(?:svc_[a-z]+|whsec)_[^"]{20,}"/.test(first.text);
const usual = (each: Tried): boolean => !isWithoutKey(each) && !showsKey(each);

function isMismatch(operation: string, { status, isReplay, text }: Answer): boolean {
  if (isReplay) return false;
  if (!operation.startsWith("callback ")) return status === 409 && text.includes('"code":"IDEMPOTENCY_MISMATCH"');
  return status === 400 && text.includes("The Idempotency-Key was used with another request.");
}

describe("a request with an Idempotency-Key", () => {
  let tried: Tried[] = [];
  beforeAll(async () => {
    const repeatable = new Set(await repeatableOperations());
    const schemas = await schemasOfAll();
    const repeated = await ofEach(repeatable, (engine, sender) => repeat(engine, sender, schemas));
    const doubled = await ofEach(repeatable, sendTwice);
    tried = repeated.map((each, index) => Object.assign(each, doubled[index]));
  }, 600_000);

  it("is sent to every operation that takes a key", async () => {
    expect([...new Set(tried.map(({ operation }) => operation))].toSorted()).toEqual(
      (await repeatableOperations()).toSorted(),
    );
    const refused = tried.filter(({ first }) => first.status >= 300);
    expect(refused.map(({ operation, input, first }) => [operation, input, first])).toEqual([]);
  });

  it("has the same answer when it is repeated", () => {
    const compared = tried.filter(usual).map(({ operation, first, again }) => [operation, first, again]);
    expect(compared).toEqual(
      tried
        .filter(usual)
        .map(({ operation, first }) => [operation, { ...first, isReplay: false }, { ...first, isReplay: true }]),
    );
  });

  it("changes nothing when it or another one comes with the same key", () => {
    const changing = tried.filter(({ effectOfMore }) => Object.keys(effectOfMore).length > 0);
    expect(changing.filter(({ isDisturbed }) => !isDisturbed)).toEqual([]);
    // Most operations change documents, so the comparison would notice a change.
    expect(tried.filter(({ effect }) => Object.keys(effect).length > 0).length).toBeGreaterThan(tried.length / 2);
  });

  it("is refused when another request came with the same key", () => {
    const answers = tried.filter((each) => !isWithoutKey(each));
    expect(answers.filter(({ operation, other }) => !isMismatch(operation, other))).toEqual([]);
    expect(answers.length).toBeGreaterThan(100);
  });

  it("has the effect of one when two come at once, and one answer", () => {
    const compared = tried.filter(({ isDisturbed, areDisturbed }) => !isDisturbed && !areDisturbed);
    expect(compared.map(({ operation, effectTogether }) => [operation, effectTogether])).toEqual(
      compared.map(({ operation, effect }) => [operation, effect]),
    );
    expect(compared.length).toBeGreaterThan(tried.length * 0.8);
    for (const { operation, together } of tried.filter(usual)) {
      const [first, again] = together.toSorted((one, two) => Number(one.isReplay) - Number(two.isReplay));
      expect([operation, first?.isReplay, again]).toEqual([operation, false, { ...first, isReplay: true }]);
    }
  });

  it("is refused with 409 when its answer showed a key, and with 401 when it has ended its own key", () => {
    const others = tried.filter((each) => !usual(each));
    expect(Object.fromEntries(others.map(({ operation, again }) => [operation, again.status]))).toEqual({
      "POST /project/api-keys/generate": 409,
      "POST /project/api-keys/rotate": 409,
      "POST /project/hooks": 409,
      "POST /project/runner-tokens/generate": 409,
      "POST /webhooks": 409,
      "POST /webhooks/:id/rotate-secret": 409,
      "POST /project/delete": 401,
    });
  });
});

/** Calls `work` for each request that may be repeated, after the requests before it, on an engine of its own. */
async function ofEach<Result>(
  repeatable: ReadonlySet<string>,
  work: (engine: MeteredEngine, sender: Sender) => Promise<Result>,
): Promise<(Asked & Result)[]> {
  const results: (Asked & Result)[] = [];
  const engine = await startMeteredEngine({ keepsResults: false });
  try {
    await engine.setEnvironment(environment);
    const world = await fillWorld(engine, "repeats", rows, areas);
    for (const budget of budgetsInOrder) {
      const [operation] = budget;
      const input = inputOf(budget, world);
      if (operation.startsWith("GET ")) continue;
      if (!repeatable.has(operation)) await perform(engine, world, operation, input);
      else {
        const sender = await senderOf(engine, world, operation, input);
        results.push({ operation, input, ...(await work(engine, sender)) });
      }
    }
  } finally {
    await engine.stop();
  }
  return results;
}

/** That a runner has asked is not written again within 20 seconds, so these tables depend on the requests before. */
const ofRunners = new Set(["runners", "lastClaims", "runnerPresence"]);

function effectOn(before: WholeState, after: WholeState): Effect {
  return Object.fromEntries(Object.entries(effectBetween(before, after)).filter(([table]) => !ofRunners.has(table)));
}

async function repeat(engine: MeteredEngine, { operation, send, body }: Sender, schemas: Schemas): Promise<Repeated> {
  const before = await settledState(engine);
  engine.largestUses();
  const first = await send();
  const done = await settledState(engine);
  const again = await send();
  const other = await send(otherThan(schemas, operation, body));
  const after = await settledState(engine);
  const effectOfMore = effectOn(done, after);
  // What the request itself has scheduled may come due while the next ones are compared with it.
  const isDisturbed = [before, done].some((earlier) => hasClockStruck(engine, earlier, after));
  return { first, again, other, effect: effectOn(before, done), effectOfMore, isDisturbed };
}

async function sendTwice(engine: MeteredEngine, { send }: Sender): Promise<Doubled> {
  const before = await settledState(engine);
  engine.largestUses();
  const together = await Promise.all([send(), send()]);
  const after = await settledState(engine);
  const effectTogether = effectOn(before, after);
  return { together, effectTogether, areDisturbed: hasClockStruck(engine, before, after) };
}
