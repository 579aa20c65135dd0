// Validators of arguments, of results and of documents.
import type { Value } from "convex/values";
import type { Excess } from "../../app/convex/bounds";
import { type Case, part, returns, throws } from "../case";
import type { Subject } from "../subject";

const test = part("validation");

const bytes = new Uint8Array([1]).buffer;

const samples: { name: string; good: [string, Value][]; bad: [string, Value][] }[] = [
  { name: "nullArgument", good: [["null", null]], bad: [["false", false]] },
  {
    name: "numberArgument",
    good: [
      ["a float", 1.5],
      ["NaN", NaN],
    ],
    bad: [
      ["an int64", 1n],
      ["a string", "1"],
    ],
  },
  { name: "int64Argument", good: [["an int64", 1n]], bad: [["a float", 1]] },
  {
    name: "booleanArgument",
    good: [["false", false]],
    bad: [
      ["null", null],
      ["a number", 0],
    ],
  },
  {
    name: "stringArgument",
    good: [["the empty string", ""]],
    bad: [
      ["a number", 1],
      ["null", null],
    ],
  },
  {
    name: "bytesArgument",
    good: [["bytes", bytes]],
    bad: [
      ["a string", "AQ=="],
      ["an array", [1]],
    ],
  },
  {
    name: "anyArgument",
    good: [
      ["null", null],
      ["an object", { a: 1n }],
    ],
    bad: [],
  },
  {
    name: "literalArgument",
    good: [["the literal", "yes"]],
    bad: [
      ["another string", "no"],
      ["another type", true],
    ],
  },
  { name: "int64LiteralArgument", good: [["the literal", 7n]], bad: [["the same number as a float", 7]] },
  {
    name: "arrayArgument",
    good: [
      ["an empty array", []],
      ["numbers", [1, 2]],
    ],
    bad: [
      ["a mixed array", [1, "2"]],
      ["an object", {}],
    ],
  },
  {
    name: "objectArgument",
    good: [
      ["without the optional field", { a: 1 }],
      ["with it", { a: 1, b: "x" }],
    ],
    bad: [
      ["without the required field", { b: "x" }],
      ["with one field more", { a: 1, c: 1 }],
      ["with a field of the wrong type", { a: "1" }],
      ["with null for an optional field", { a: 1, b: null }],
      ["an array", []],
    ],
  },
  {
    name: "recordArgument",
    good: [
      ["an empty record", {}],
      ["entries", { x: 1, y: 2 }],
    ],
    bad: [["an entry of the wrong type", { x: "1" }]],
  },
  {
    name: "unionArgument",
    good: [
      ["the first member", "text"],
      ["the second member", { kind: "none" }],
    ],
    bad: [
      ["no member", 1],
      ["nearly the second member", { kind: "some" }],
    ],
  },
];

const argumentCases: Case[] = samples.flatMap(({ name, good, bad }) => {
  const query = (value: Value) => (subject: Subject) => subject.query(`validated:${name}`, { value });
  const accepted = good.map(([label, value]) => test(`${name} accepts ${label}`, query(value), returns("accepted")));
  return accepted.concat(
    bad.map(([label, value]) => test(`${name} refuses ${label}`, query(value), throws(/validat/i))),
  );
});

const moreArguments: Case[] = [
  test(
    "an argument too many is refused",
    (subject) => subject.query("validated:emptyArguments", { extra: 1 }),
    throws(/extra/),
  ),
  test("a missing argument is refused", (subject) => subject.query("validated:stringArgument"), throws(/value/)),
  test(
    "an optional argument may be left out",
    (subject) => subject.query("validated:optionalArgument"),
    returns("left out"),
  ),
  test(
    "an optional argument may be given",
    (subject) => subject.query("validated:optionalArgument", { value: 1 }),
    returns("given"),
  ),
  test(
    "null does not leave an optional argument out",
    (subject) => subject.query("validated:optionalArgument", { value: null }),
    throws(/validat/i),
  ),
  test(
    "an id argument accepts an id of its table",
    async (subject) => {
      const id = await subject.mutation("documents:insert", { table: "things", value: {} });
      return await subject.query("validated:idArgument", { value: id });
    },
    returns("accepted"),
  ),
  test(
    "an id argument refuses an id of another table",
    async (subject) => {
      const id = await subject.mutation("documents:insert", { table: "strict", value: { text: "a" } });
      return await subject.query("validated:idArgument", { value: id });
    },
    throws(/things/),
  ),
  test(
    "an id argument refuses what is not an id",
    (subject) => subject.query("validated:idArgument", { value: "junk" }),
    throws(/validat/i),
  ),
  test(
    "a refusal of arguments says so, where, what and why",
    (subject) => subject.query("validated:objectArgument", { value: { a: "text" } }),
    throws(
      /ArgumentValidationError: Value does not match validator\.\nPath: \.value\.a\nValue: "text"\nValidator: v\.(number|float64)\(\)/,
    ),
  ),
  test(
    "a refusal names the required field that is missing",
    (subject) => subject.query("validated:objectArgument", { value: {} }),
    throws(/ArgumentValidationError: Object is missing the required field `a`/),
  ),
  test(
    "a refusal names the field that is too many",
    (subject) => subject.query("validated:objectArgument", { value: { a: 1, c: 2 } }),
    throws(/ArgumentValidationError: Object contains extra field `c`/),
  ),
  test(
    "arguments are checked when an action calls a mutation",
    (subject) => subject.action("calls:throughAction", { via: "mutation", path: "crash:increment", args: { name: 7 } }),
    throws(/validat/i),
  ),
];

const resultSamples: [string, Value, Value][] = [
  ["returnsNumber", 1, "1"],
  ["returnsObject", { a: 1 }, { a: 1, b: 2 }],
  ["returnsArray", ["a"], [1]],
  ["returnsNull", null, 0],
];

const resultCases: Case[] = [
  ...resultSamples.flatMap(([name, good, bad]) => [
    test(
      `${name} lets a fitting result through`,
      (subject) => subject.query(`validated:${name}`, { value: good }),
      returns(good),
    ),
    test(
      `${name} refuses another result`,
      (subject) => subject.query(`validated:${name}`, { value: bad }),
      throws(/validat/i),
    ),
  ]),
  test(
    "a refusal of a result says so",
    (subject) => subject.query("validated:returnsNumber", { value: "1" }),
    throws(/ReturnsValidationError/),
  ),
  test(
    "a mutation whose result does not fit writes nothing",
    async (subject) => {
      await subject.mutation("validated:writesThenReturns", { label: "kept", result: "fits" });
      await subject.mutation("validated:writesThenReturns", { label: "lost", result: 7 }).catch(() => undefined);
      return await subject.query("transactions:labels", { table: "things" });
    },
    returns(["kept"]),
  ),
];

const excesses: [Excess, RegExp][] = [
  ["length", /Array length is too long \(9000 > maximum length 8192\)/],
  ["fields", /Object has too many fields \(1100 > maximum number 1024\)/],
  ["depth", /Value is too nested \(nested 7[01] levels deep > maximum nesting 64\)/],
  ["surrogate", /surrogate/],
];
const resultOf = {
  query: "bounds:resultOfQuery",
  mutation: "bounds:resultOfMutation",
  action: "bounds:resultOfAction",
} as const;

function refusals(kind: Excess, message: RegExp): Case[] {
  const results = (["query", "mutation", "action"] as const).map((type) =>
    test(
      `a result of a ${type} beyond the bounds of values is refused: ${kind}`,
      (subject) => subject[type](resultOf[type], { kind }),
      throws(message),
    ),
  );
  const ofMutations = (["query", "mutation", "schedule"] as const).map((via) =>
    test(
      `what a mutation passes beyond the bounds of values is refused: ${kind}, ${via}`,
      (subject) => subject.mutation("bounds:passedByMutation", { kind, via }),
      throws(message),
    ),
  );
  const ofActions = (["query", "mutation", "action", "schedule"] as const).map((via) =>
    test(
      `what an action passes beyond the bounds of values is refused: ${kind}, ${via}`,
      (subject) => subject.action("bounds:passedByAction", { kind, via }),
      throws(message),
    ),
  );
  return [...results, ...ofMutations, ...ofActions];
}

const boundCases: Case[] = [
  ...excesses.flatMap(([kind, message]) => refusals(kind, message)),
  test(
    "a refusal of a result for its bounds names the function",
    (subject) => subject.query("bounds:resultOfQuery", { kind: "length" }),
    throws(/Function bounds:resultOfQuery return value invalid: Array length/),
  ),
  test(
    "a result within the bounds of values is given",
    async (subject) => JSON.stringify(await subject.query("bounds:resultOfQuery", { kind: "none" })).length,
    returns(2 * 60 + 2 * 8192 + 1),
  ),
  test(
    "what is passed within the bounds of values arrives",
    (subject) => subject.action("bounds:passedByAction", { kind: "none", via: "mutation" }),
    returns("taken"),
  ),
  test(
    "arguments of a scheduled function may be larger than a document",
    (subject) => subject.mutation("bounds:schedulesMuch"),
    returns("scheduled"),
  ),
];

async function insertStrict(subject: Subject, value: Record<string, Value>, table = "strict"): Promise<string> {
  return (await subject.mutation("documents:insert", { table, value })) as string;
}

const fields: [string, Value, Value][] = [
  ["count", 1.5, 1n],
  ["big", 1n, 1],
  ["flag", true, "true"],
  ["data", bytes, "bytes"],
  ["nothing", null, false],
  ["list", ["a"], ["a", 1]],
  ["inner", { a: 1 }, { a: 1, c: 1 }],
  ["scores", { math: 1 }, { math: "1" }],
  ["state", "open", "ajar"],
];

const schemaCases: Case[] = [
  ...fields.flatMap(([name, good, bad]) => [
    test(
      `the schema lets a fitting ${name} through`,
      async (subject) => {
        const id = await insertStrict(subject, { text: "a", [name]: good });
        return ((await subject.query("documents:get", { id })) as Record<string, Value>)[name];
      },
      returns(good),
    ),
    test(
      `the schema refuses another ${name}`,
      (subject) => insertStrict(subject, { text: "a", [name]: bad }),
      throws(/validat|schema/i),
    ),
  ]),
  test(
    "the schema refuses a document without a required field",
    (subject) => insertStrict(subject, {}),
    throws(/text/),
  ),
  test(
    "the schema refuses a field it does not know",
    (subject) => insertStrict(subject, { text: "a", more: 1 }),
    throws(/more/),
  ),
  test(
    "the schema refuses an id of another table",
    async (subject) => {
      const other = await insertStrict(subject, { text: "a" });
      return await insertStrict(subject, { text: "b", thing: other });
    },
    throws(/things/),
  ),
  test(
    "the schema is checked when a document is patched",
    async (subject) => {
      const id = await insertStrict(subject, { text: "a" });
      return await subject.mutation("documents:patch", { id, set: { text: 1 } });
    },
    throws(/validat|schema/i),
  ),
  test(
    "the schema does not let a patch remove a required field",
    async (subject) => {
      const id = await insertStrict(subject, { text: "a" });
      return await subject.mutation("documents:patch", { id, unset: ["text"] });
    },
    throws(/text/),
  ),
  test(
    "the schema is checked when a document is replaced",
    async (subject) => {
      const id = await insertStrict(subject, { text: "a" });
      return await subject.mutation("documents:replace", { id, value: { count: 1 } });
    },
    throws(/text/),
  ),
  test(
    "a document that was refused is as it was",
    async (subject) => {
      const id = await insertStrict(subject, { text: "a" });
      await subject.mutation("documents:patch", { id, set: { text: 1 } }).catch(() => undefined);
      return ((await subject.query("documents:get", { id })) as { text: string }).text;
    },
    returns("a"),
  ),
  test(
    "a table of a union takes each of its shapes",
    async (subject) => {
      await insertStrict(subject, { kind: "circle", radius: 1 }, "shapes");
      await insertStrict(subject, { kind: "square", side: 1 }, "shapes");
      return ((await subject.query("reads:collect", { read: { table: "shapes" } })) as Value[]).length;
    },
    returns(2),
  ),
  test(
    "a table of a union refuses a mixture of its shapes",
    (subject) => insertStrict(subject, { kind: "circle", side: 1 }, "shapes"),
    throws(/validat|schema/i),
  ),
  test(
    "a patch may turn one shape of a union into another",
    async (subject) => {
      const id = await insertStrict(subject, { kind: "circle", radius: 1 }, "shapes");
      await subject.mutation("documents:patch", { id, set: { kind: "square", side: 2 }, unset: ["radius"] });
      return ((await subject.query("documents:get", { id })) as { side: number }).side;
    },
    returns(2),
  ),
  test(
    "a refusal by the schema names the table",
    (subject) => insertStrict(subject, { text: 1 }),
    throws(/table "strict".*does not match the schema/),
  ),
];

export const validationCases: Case[] = [
  ...argumentCases,
  ...moreArguments,
  ...resultCases,
  ...boundCases,
  ...schemaCases,
];
