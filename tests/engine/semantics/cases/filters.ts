// Filters by the total order of values, arithmetic in filters, operators in the order in which they were written, and
// ways to read the result.
import type { Value } from "convex/values";
import type { Expression, Operator, Read } from "../../app/convex/reads";
import { type Case, part, returns, throws } from "../case";
import type { Subject } from "../subject";
import { insertOrdered, labelsInOrder, labelsOf, ordered } from "../values";

const test = part("filters");

const field = (path: string): Expression => ({ kind: "field", path });
const literal = (value?: Value): Expression =>
  value === undefined ? { kind: "literal" } : { kind: "literal", literal: value };
const op = (name: string, ...operands: Expression[]): Expression => ({ kind: "op", op: name, operands });
const filter = (expression: Expression): Operator => ({ kind: "filter", expression });
const limit = (count: number): Operator => ({ kind: "limit", limit: count });

async function read(subject: Subject, ...operators: Operator[]): Promise<string[]> {
  const described: Read = { table: "things", index: "by_value", operators };
  return labelsOf(await subject.query("reads:collect", { read: described as unknown as Value }));
}

const comparisons: Record<string, (at: number, boundary: number) => boolean> = {
  eq: (at, boundary) => at === boundary,
  neq: (at, boundary) => at !== boundary,
  lt: (at, boundary) => at < boundary,
  lte: (at, boundary) => at <= boundary,
  gt: (at, boundary) => at > boundary,
  gte: (at, boundary) => at >= boundary,
};

/** For each boundary, the labels of the values that a comparison with it accepts. */
const byTotalOrder: Case[] = Object.entries(comparisons).map(([name, keep]) =>
  test(
    `${name} compares by the total order, whatever the kinds of values`,
    async (subject) => {
      await insertOrdered(subject);
      const passed = ordered.map(async ({ label, value }) => [
        label,
        await read(subject, filter(op(name, field("value"), literal(value)))),
      ]);
      return Object.fromEntries(await Promise.all(passed));
    },
    returns(
      Object.fromEntries(
        labelsInOrder.map((label, boundary) => [label, labelsInOrder.filter((_, at) => keep(at, boundary))]),
      ),
    ),
  ),
);

const numbers = [1, 2, 3, 4, 5, 6];

async function insertNumbers(subject: Subject): Promise<void> {
  const values = numbers.map((value) => ({
    label: `${value}`,
    value,
    other: { half: value / 2 },
    group: BigInt(value),
  }));
  await subject.mutation("documents:insertMany", { table: "things", values });
}

const overNumbers = (title: string, operators: Operator[], expected: number[]): Case =>
  test(
    title,
    async (subject) => {
      await insertNumbers(subject);
      return await read(subject, ...operators);
    },
    returns(expected.map(String)),
  );

const failing = (title: string, expression: Expression): Case =>
  test(
    title,
    async (subject) => {
      await insertNumbers(subject);
      return await read(subject, filter(expression));
    },
    throws(/./),
  );

const value = field("value");
const big = field("group");
const even = op("eq", op("mod", value, literal(2)), literal(0));
const above = (number: number) => op("gt", value, literal(number));

const logic: Case[] = [
  overNumbers("and", [filter(op("and", above(1), op("lt", value, literal(4))))], [2, 3]),
  overNumbers("or", [filter(op("or", op("eq", value, literal(1)), above(5)))], [1, 6]),
  overNumbers("not", [filter(op("not", above(2)))], [1, 2]),
  overNumbers("and of nothing keeps all", [filter(op("and"))], numbers),
  overNumbers("or of nothing keeps none", [filter(op("or"))], []),
  overNumbers(
    "or stops at the first that holds",
    [filter(op("or", op("eq", literal(1), literal(1)), op("mod", value, big)))],
    numbers,
  ),
  overNumbers("a path inside a field", [filter(op("eq", field("other.half"), literal(1.5)))], [3]),
  overNumbers(
    "a path that leads nowhere is undefined",
    [filter(op("eq", field("other.half.deeper"), literal()))],
    numbers,
  ),
  overNumbers(
    "two fields of the same document",
    [filter(op("gt", value, op("add", field("other.half"), literal(2))))],
    [5, 6],
  ),
  overNumbers(
    "a field that only JavaScript's objects have is undefined",
    [filter(op("eq", field("constructor"), literal())), filter(op("eq", field("other.toString"), literal()))],
    numbers,
  ),
  ...["", "a-b", "other..a"].map((path) =>
    failing(
      `a field path that no document can have is an error: ${JSON.stringify(path)}`,
      op("eq", field(path), literal()),
    ),
  ),
  failing("a filter that is not a boolean is an error", op("add", value, literal(1))),
  failing("and of what is not a boolean is an error", op("and", op("add", value, literal(1)))),
  failing("not of what is not a boolean is an error", op("not", value)),
];

const arithmetic: Case[] = [
  overNumbers("add on floats", [filter(op("eq", op("add", value, literal(1)), literal(3)))], [2]),
  overNumbers("sub on floats", [filter(op("eq", op("sub", value, literal(1)), literal(3)))], [4]),
  overNumbers("mul on floats", [filter(op("eq", op("mul", value, literal(2)), literal(6)))], [3]),
  overNumbers("div on floats", [filter(op("eq", op("div", value, literal(2)), literal(2.5)))], [5]),
  overNumbers("mod on floats", [filter(even)], [2, 4, 6]),
  overNumbers("neg on floats", [filter(op("eq", op("neg", value), literal(-4)))], [4]),
  overNumbers("add on int64", [filter(op("eq", op("add", big, literal(1n)), literal(3n)))], [2]),
  overNumbers("sub on int64", [filter(op("eq", op("sub", big, literal(2n)), literal(-1n)))], [1]),
  overNumbers("mul on int64", [filter(op("eq", op("mul", big, literal(3n)), literal(9n)))], [3]),
  overNumbers("div on int64 drops the rest", [filter(op("eq", op("div", big, literal(2n)), literal(2n)))], [4, 5]),
  overNumbers("mod on int64", [filter(op("eq", op("mod", big, literal(4n)), literal(1n)))], [1, 5]),
  failing("int64 with float is an error", op("eq", op("add", big, literal(1)), literal(2))),
  failing("arithmetic on a string is an error", op("eq", op("sub", literal("a"), value), literal(0))),
  failing("int64 divided by zero is an error", op("eq", op("div", big, literal(0n)), literal(0n))),
  failing("int64 beyond 64 bits is an error", op("eq", op("add", big, literal(2n ** 63n - 1n)), literal(0n))),
];

const sequence: Case[] = [
  overNumbers("a limit after a filter counts what passed", [filter(even), limit(2)], [2, 4]),
  overNumbers("a filter after a limit sees what the limit left", [limit(3), filter(even)], [2]),
  overNumbers("two filters both hold", [filter(even), filter(above(2))], [4, 6]),
  overNumbers("the smaller of two limits holds", [limit(4), limit(2)], [1, 2]),
  overNumbers("filter, limit, filter", [filter(above(1)), limit(3), filter(even)], [2, 4]),
  overNumbers("a limit of nothing", [limit(0)], []),
];

const things = { table: "things", index: "by_value" };

const taking: Case[] = [
  test(
    "take gives at most the given number",
    async (subject) => {
      await insertNumbers(subject);
      return labelsOf(await subject.query("reads:take", { read: { ...things, order: "desc" }, count: 2 }));
    },
    returns(["6", "5"]),
  ),
  test(
    "take of more than there are gives all",
    async (subject) => {
      await insertNumbers(subject);
      return labelsOf(await subject.query("reads:take", { read: things, count: 100 }));
    },
    returns(numbers.map(String)),
  ),
  test(
    "take of a negative number is an error",
    (subject) => subject.query("reads:take", { read: things, count: -1 }),
    throws(/non-negative integer/),
  ),
  test(
    "take of a fraction is an error",
    (subject) => subject.query("reads:take", { read: things, count: 1.5 }),
    throws(/non-negative integer/),
  ),
  test(
    "count counts",
    async (subject) => {
      await insertNumbers(subject);
      return [
        await subject.query("reads:count", { table: "things" }),
        await subject.query("reads:count", { table: "nowhere" }),
      ];
    },
    returns([6, 0]),
  ),
  test("first of nothing is null", (subject) => subject.query("reads:first", { read: things }), returns(null)),
  test(
    "first gives the first in order",
    async (subject) => {
      await insertNumbers(subject);
      return labelsOf([await subject.query("reads:first", { read: { ...things, order: "desc" } })]);
    },
    returns(["6"]),
  ),
  test("unique of nothing is null", (subject) => subject.query("reads:unique", { read: things }), returns(null)),
  test(
    "unique gives the only one",
    async (subject) => {
      await insertNumbers(subject);
      const range = [{ op: "eq", field: "value", value: 3 }];
      return labelsOf([await subject.query("reads:unique", { read: { ...things, range } })]);
    },
    returns(["3"]),
  ),
  test(
    "unique of several is an error",
    async (subject) => {
      await insertNumbers(subject);
      return await subject.query("reads:unique", { read: things });
    },
    throws(/unique\(\) query returned more than one result/),
  ),
  test(
    "a loop that breaks has read only so far",
    async (subject) => {
      await insertNumbers(subject);
      return labelsOf(await subject.query("reads:iterate", { read: things, count: 3 }));
    },
    returns(["1", "2", "3"]),
  ),
  test(
    "two queries read in turns do not disturb each other",
    async (subject) => {
      await insertNumbers(subject);
      const pairs = await subject.query("reads:zip", { left: things, right: { ...things, order: "desc" } });
      return (pairs as Value[]).map((pair) => labelsOf(pair).join(" "));
    },
    returns(["1 6", "2 5", "3 4", "4 3", "5 2", "6 1"]),
  ),
  test(
    "a system table is refused outside db.system",
    (subject) => subject.query("reads:collect", { read: { table: "_storage" } }),
    throws(/System tables can only be accessed from db\.system\.query\(\)/),
  ),
  test(
    "a user's table is refused in db.system",
    (subject) => subject.query("reads:collect", { read: { table: "things", system: true } }),
    throws(/User tables can only be accessed from db\.query\(\)/),
  ),
];

export const filterCases: Case[] = [...byTotalOrder, ...logic, ...arithmetic, ...sequence, ...taking];
