// Time, random numbers, what functions know about themselves, and what the runtime offers.
import type { Value } from "convex/values";
import { expect } from "vitest";
import { type Case, part, returns, throws } from "../case";
import type { Subject } from "../subject";

const test = part("runtime");

/**
 * Calls a function more often than there are cached contexts, so that a context would be used again. Returns the
 * highest result.
 */
async function highest(subject: Subject, path: string): Promise<number> {
  const counts: number[] = [];
  for (let call = 0; call < 12; call += 1) counts.push((await subject.mutation(path)) as number);
  return Math.max(...counts);
}

const determinism: Case[] = [
  test("the clock stands still in a query", (subject) => subject.query("clock:inQuery"), returns(false)),
  test("the clock stands still in a mutation", (subject) => subject.mutation("clock:inMutation"), returns(false)),
  test("the clock runs in an action", (subject) => subject.action("clock:inAction"), returns(true)),
  test(
    "a query inside a mutation has the mutation's time",
    (subject) => subject.mutation("clock:nestedNow"),
    returns(true),
  ),
  test(
    "the clock continues from one run to the next",
    async (subject) => {
      const first = (await subject.mutation("clock:nowInMutation")) as number;
      await new Promise((resolve) => setTimeout(resolve, 10));
      return ((await subject.mutation("clock:nowInMutation")) as number) > first;
    },
    returns(true),
  ),
  test(
    "the clock is the real one, to a few seconds",
    async (subject) => Math.abs(((await subject.mutation("clock:nowInMutation")) as number) - Date.now()) < 5000,
    returns(true),
  ),
  test(
    "chance differs within a run and between runs",
    async (subject) => {
      const dice = async () => (await subject.mutation("clock:dice")) as { rolls: number[]; uuid: string };
      const [first, second] = [await dice(), await dice()];
      const rolls = [...first.rolls, ...second.rolls];
      return {
        different: new Set(rolls).size,
        inRange: rolls.every((roll) => roll >= 0 && roll < 1),
        uuids: first.uuid !== second.uuid,
      };
    },
    returns({ different: 6, inRange: true, uuids: true }),
  ),
  test(
    "chance differs between two calls of one function by one mutation",
    async (subject) => new Set((await subject.mutation("clock:nestedDice")) as string[]).size,
    returns(3),
  ),
  test(
    "a random UUID has the form of version 4",
    async (subject) => ((await subject.mutation("clock:dice")) as { uuid: string }).uuid,
    returns(expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)),
  ),
  test(
    "random bytes fill the array",
    async (subject) =>
      new Set(new Uint8Array(((await subject.mutation("clock:dice")) as { bytes: ArrayBuffer }).bytes)).size > 1,
    returns(true),
  ),
  test(
    "time and chance while modules load are the same for every run",
    async (subject) => {
      const [first, second] = [await subject.mutation("clock:atLoad"), await subject.mutation("clock:atLoad")];
      return JSON.stringify(first) === JSON.stringify(second);
    },
    returns(true),
  ),
  test("what a module keeps is gone with the run", (subject) => highest(subject, "clock:moduleState"), returns(1)),
  test(
    "what a function leaves in globalThis is gone with the run",
    (subject) => highest(subject, "clock:globalState"),
    returns(1),
  ),
  test(
    "the language is American English",
    (subject) => subject.query("clock:locale"),
    returns({
      numbers: ["1,234.5", "1,234"],
      dates: ["1/1/1970", "12:00:00 AM"],
      unknown: "1,234.5",
      german: "1.234,5",
      upper: "I",
      sorted: ["a", "ä", "z"],
      formats: ["en-US", "en-US", "en-US"],
      isInstance: true,
    }),
  ),
  test("the time zone is UTC", (subject) => subject.query("clock:zone"), returns(0)),
];

const forbidden: Case[] = [
  test("fetch is refused in a query", (subject) => subject.query("clock:fetchInQuery"), throws(/fetch/)),
  test(
    "a timer is refused in a mutation",
    (subject) => subject.mutation("clock:timerInMutation"),
    throws(/setTimeout/),
  ),
  test("a timer works in an action", (subject) => subject.action("clock:timerInAction"), returns("waited")),
  test("Node's own globals are absent", (subject) => subject.query("about:nodeGlobals"), returns([])),
  test(
    "code made of text is refused",
    (subject) => subject.query("about:codeFromText"),
    throws(/EvalError: Code generation from strings disallowed for this context/),
  ),
  test(
    "code made of text is refused by classes of the web too",
    (subject) => subject.query("about:codeFromTextByHost"),
    throws(/EvalError: Code generation from strings disallowed for this context/),
  ),
  test("a key of cryptography is known as one", (subject) => subject.query("about:keyOfCryptography"), returns(true)),
  test(
    "a digest can be computed in a query",
    (subject) => subject.query("clock:digest"),
    returns("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ),
];

const knowledge: Case[] = [
  test(
    "a function knows its name",
    (subject) => subject.query("about:self"),
    returns({ name: "about:self", componentPath: "" }),
  ),
  test(
    "a default export is named by its module alone",
    (subject) => subject.query("named:default"),
    returns({ name: "named", componentPath: "" }),
  ),
  test(
    "a transaction knows what it has used",
    async (subject) => {
      const { sums: _, ...used } = (await subject.mutation("about:metrics", {
        inserts: 3,
        reads: 2,
        schedules: 1,
      })) as Record<string, Value>;
      return used;
    },
    returns({ documentsWritten: 3, databaseQueries: 2, documentsRead: 2, functionsScheduled: 1, wroteBytes: true }),
  ),
  test(
    "what is used and what remains are the limit together",
    async (subject) => {
      const { sums } = (await subject.mutation("about:metrics", { inserts: 1, reads: 1, schedules: 0 })) as {
        sums: [string, number][];
      };
      return Object.fromEntries(sums);
    },
    returns({ documentsRead: 32_000, documentsWritten: 16_000, databaseQueries: 4096 }),
  ),
  test(
    "a mutation knows its request",
    (subject) => subject.mutation("about:requestFromMutation"),
    returns({ hasRequestId: true, scheduledFunctionId: null, authToken: null }),
  ),
  test(
    "a query knows the time of the last commit that it sees, which grows",
    async (subject) => {
      const first = (await subject.query("about:snapshot")) as bigint;
      await subject.mutation("documents:insert", { table: "things", value: {} });
      return typeof first === "bigint" && ((await subject.query("about:snapshot")) as bigint) > first;
    },
    returns(true),
  ),
  test(
    "a mutation and what it calls have one snapshot",
    (subject) => subject.mutation("about:snapshotsOfMutation"),
    returns(true),
  ),
  test(
    "a function knows its deployment",
    (subject) => subject.query("about:deployment"),
    returns({ name: true, region: null }),
  ),
  test("nobody is nobody", (subject) => subject.query("about:identity"), returns(null)),
  test("nobody is nobody in an action", (subject) => subject.action("about:identityInAction"), returns(null)),
];

const environment: Case[] = [
  test(
    "an environment variable is read by its name",
    (subject) => subject.query("about:environmentVariable"),
    returns("set for the suite"),
  ),
  test("a variable that is not set is undefined", (subject) => subject.query("about:missingVariable"), returns(null)),
  test("environment variables cannot be listed", (subject) => subject.query("about:enumeratedVariables"), returns([])),
  test(
    "the deployment's own addresses are variables",
    (subject) => subject.query("about:systemVariables"),
    returns({ cloud: expect.stringMatching(/^http/), site: expect.stringMatching(/^http/) }),
  ),
  test("a function that logs returns as usual", (subject) => subject.query("about:talkative"), returns("said")),
];

export const runtimeCases: Case[] = [...determinism, ...forbidden, ...knowledge, ...environment];
