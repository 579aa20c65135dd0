// Index ranges and orders over every kind of value.
import type { Value } from "convex/values";
import type { Bound, Read } from "../../app/convex/reads";
import { type Case, part, returns, throws } from "../case";
import type { Subject } from "../subject";
import { insertOrdered, labelsInOrder, labelsOf, ordered } from "../values";

const test = part("ranges");
type Order = "asc" | "desc";

async function collect(subject: Subject, read: Read): Promise<string[]> {
  return labelsOf(await subject.query("reads:collect", { read: read as unknown as Value }));
}

async function insertThings(subject: Subject, values: Record<string, Value>[]): Promise<void> {
  await subject.mutation("documents:insertMany", { table: "things", values });
}

/** A value of each kind, and values of the same kind next to it that are easy to get wrong. */
const boundaries = [
  "undefined",
  "null",
  "int64 0",
  "float -0",
  "float 1",
  "float NaN",
  "true",
  "string a",
  "string U+FFFD",
  "bytes 0",
  "array 1",
  "object a 1",
].map((label) => ordered.find((entry) => entry.label === label)!);

const kept: Record<Bound["op"], (at: number, boundary: number) => boolean> = {
  eq: (at, boundary) => at === boundary,
  gt: (at, boundary) => at > boundary,
  gte: (at, boundary) => at >= boundary,
  lt: (at, boundary) => at < boundary,
  lte: (at, boundary) => at <= boundary,
};

function expectedLabels(order: Order, keep: (at: number) => boolean): string[] {
  const labels = labelsInOrder.filter((_, at) => keep(at));
  return order === "asc" ? labels : labels.reverse();
}

const bound = (op: Bound["op"], field: string, value?: Value): Bound =>
  value === undefined ? { op, field } : { op, field, value };

const everyBound: Case[] = boundaries.flatMap(({ label, value }) =>
  (["eq", "gt", "gte", "lt", "lte"] as const).flatMap((op) =>
    (["asc", "desc"] as const).map((order) => {
      const boundary = labelsInOrder.indexOf(label);
      return test(
        `${op} ${label}, ${order}`,
        async (subject) => {
          await insertOrdered(subject);
          const range = [bound(op, "value", value)];
          return await collect(subject, { table: "things", index: "by_value", range, order });
        },
        returns(expectedLabels(order, (at) => kept[op](at, boundary))),
      );
    }),
  ),
);

const between: Case[] = (
  [
    ["gt", "null", "lt", "false"],
    ["gte", "int64 1", "lte", "float 1"],
    ["gte", "float -0", "lte", "float 0"],
    ["gt", "float -0", "lt", "float smallest"],
    ["gt", "string a", "lt", "string b"],
    ["gte", "string é", "lte", "string emoji"],
    ["gt", "bytes 0", "lt", "bytes 255"],
    ["gt", "array empty", "lte", "array 1 2"],
    ["gte", "object a 1", "lt", "object b 0"],
    ["gt", "true", "lt", "false"],
    ["gt", "null", "lte", "null"],
  ] as const
).map(([lower, from, upper, to]) =>
  test(
    `${lower} ${from} and ${upper} ${to}`,
    async (subject) => {
      await insertOrdered(subject);
      const value = (label: string) => ordered.find((entry) => entry.label === label)!.value;
      const range = [bound(lower, "value", value(from)), bound(upper, "value", value(to))];
      return await collect(subject, { table: "things", index: "by_value", range });
    },
    returns(
      expectedLabels(
        "asc",
        (at) => kept[lower](at, labelsInOrder.indexOf(from)) && kept[upper](at, labelsInOrder.indexOf(to)),
      ),
    ),
  ),
);

const wholeIndex: Case[] = (["asc", "desc"] as const).map((order) =>
  test(
    `an index without a range gives every document, those without the field too, ${order}`,
    async (subject) => {
      await insertOrdered(subject);
      return await collect(subject, { table: "things", index: "by_value", order });
    },
    returns(expectedLabels(order, () => true)),
  ),
);

/** Inserts two groups, and documents without a group, so that the prefix of an index range matters. */
async function insertGroups(subject: Subject): Promise<void> {
  await insertThings(
    subject,
    [3, 1, 2].flatMap((value) => [
      { label: `x${value}`, value, group: "x" },
      { label: `y${value}`, value, group: "y" },
      { label: `none${value}`, value },
    ]),
  );
}

const grouped = (...range: Bound[]): Read => ({ table: "things", index: "by_group_and_value", range });

const prefixes: Case[] = [
  test(
    "an equality on the first field gives its documents by the second",
    async (subject) => {
      await insertGroups(subject);
      return await collect(subject, grouped(bound("eq", "group", "x")));
    },
    returns(["x1", "x2", "x3"]),
  ),
  test(
    "an equality and a lower bound",
    async (subject) => {
      await insertGroups(subject);
      return await collect(subject, grouped(bound("eq", "group", "x"), bound("gt", "value", 1)));
    },
    returns(["x2", "x3"]),
  ),
  test(
    "an equality and an upper bound, downwards",
    async (subject) => {
      await insertGroups(subject);
      const read = grouped(bound("eq", "group", "y"), bound("lt", "value", 3));
      return await collect(subject, { ...read, order: "desc" });
    },
    returns(["y2", "y1"]),
  ),
  test(
    "an equality with undefined finds documents without the field",
    async (subject) => {
      await insertGroups(subject);
      return await collect(subject, grouped(bound("eq", "group"), bound("gte", "value", 2)));
    },
    returns(["none2", "none3"]),
  ),
  test(
    "a range on the first field goes over groups in order",
    async (subject) => {
      await insertGroups(subject);
      return await collect(subject, grouped(bound("gte", "group", "x")));
    },
    returns(["x1", "x2", "x3", "y1", "y2", "y3"]),
  ),
  test(
    "both equalities give one place of the index",
    async (subject) => {
      await insertGroups(subject);
      return await collect(subject, grouped(bound("eq", "group", "y"), bound("eq", "value", 2)));
    },
    returns(["y2"]),
  ),
  test(
    "equalities may be written in another order than the index's",
    async (subject) => {
      await insertGroups(subject);
      return await collect(subject, grouped(bound("eq", "value", 2), bound("eq", "group", "y")));
    },
    returns(["y2"]),
  ),
  test(
    "an upper bound may be written before the lower one",
    async (subject) => {
      await insertGroups(subject);
      const range = [bound("eq", "group", "x"), bound("lte", "value", 3), bound("gt", "value", 1)];
      return await collect(subject, grouped(...range));
    },
    returns(["x2", "x3"]),
  ),
  test(
    "the creation time follows the index's own fields",
    async (subject) => {
      await insertThings(subject, [
        { label: "a", value: 1 },
        { label: "b", value: 1 },
        { label: "c", value: 1 },
      ]);
      const first = (await subject.query("reads:first", { read: { table: "things" } })) as { _creationTime: number };
      const range = [bound("eq", "value", 1), bound("gt", "_creationTime", first._creationTime)];
      return await collect(subject, { table: "things", index: "by_value", range });
    },
    returns(["b", "c"]),
  ),
  ...(["asc", "desc"] as const).map((order) =>
    test(
      `equal values are in order of creation, ${order}`,
      async (subject) => {
        await insertThings(
          subject,
          ["a", "b", "c", "d"].map((label) => ({ label, value: "same" })),
        );
        return await collect(subject, {
          table: "things",
          index: "by_value",
          range: [bound("eq", "value", "same")],
          order,
        });
      },
      returns(order === "asc" ? ["a", "b", "c", "d"] : ["d", "c", "b", "a"]),
    ),
  ),
];

const builtIn: Case[] = [
  ...(["asc", "desc"] as const).map((order) =>
    test(
      `a table without an index is read by creation time, ${order}`,
      async (subject) => {
        await insertThings(subject, [
          { label: "a", value: 3 },
          { label: "b", value: 1 },
          { label: "c", value: 2 },
        ]);
        return await collect(subject, { table: "things", order });
      },
      returns(order === "asc" ? ["a", "b", "c"] : ["c", "b", "a"]),
    ),
  ),
  test(
    "by_id finds one document",
    async (subject) => {
      await insertThings(subject, [{ label: "a" }, { label: "b" }]);
      const first = (await subject.query("reads:first", { read: { table: "things" } })) as { _id: string };
      return await collect(subject, { table: "things", index: "by_id", range: [bound("eq", "_id", first._id)] });
    },
    returns(["a"]),
  ),
  test(
    "by_creation_time takes a range",
    async (subject) => {
      await insertThings(subject, [{ label: "a" }, { label: "b" }, { label: "c" }]);
      const first = (await subject.query("reads:first", { read: { table: "things" } })) as { _creationTime: number };
      const range = [bound("gt", "_creationTime", first._creationTime)];
      return await collect(subject, { table: "things", index: "by_creation_time", range, order: "desc" });
    },
    returns(["c", "b"]),
  ),
  test(
    "an index on a path inside a field treats what is not an object as undefined",
    async (subject) => {
      await insertThings(subject, [
        { label: "deep 2", value: { deep: { field: 2 } } },
        { label: "deep 1", value: { deep: { field: 1 } } },
        { label: "no object", value: { deep: 7 } },
        { label: "nothing" },
        { label: "null", value: { deep: { field: null } } },
      ]);
      return await collect(subject, { table: "things", index: "by_deep_value" });
    },
    returns(["no object", "nothing", "null", "deep 1", "deep 2"]),
  ),
  test(
    "a range on a path inside a field",
    async (subject) => {
      await insertThings(subject, [
        { label: "deep 2", value: { deep: { field: 2 } } },
        { label: "deep 1", value: { deep: { field: 1 } } },
        { label: "other", value: { deep: { other: 2 } } },
      ]);
      const range = [bound("gt", "value.deep.field", 1)];
      return await collect(subject, { table: "things", index: "by_deep_value", range });
    },
    returns(["deep 2"]),
  ),
  test("a table that does not exist is empty", (subject) => collect(subject, { table: "nowhere" }), returns([])),
];

const wrong = (title: string, read: Read, message: RegExp): Case =>
  test(
    title,
    async (subject) => {
      await insertGroups(subject);
      return await collect(subject, read);
    },
    throws(message),
  );

const errors: Case[] = [
  wrong("an index that does not exist is an error", { table: "things", index: "by_nothing" }, /by_nothing/),
  wrong(
    "an index of a table that does not exist is an error",
    { table: "nowhere", index: "by_something" },
    /Index nowhere\.by_something not found/,
  ),
  wrong(
    "the order of creation as an index of a table that does not exist is an error",
    { table: "nowhere", index: "by_creation_time" },
    /Index nowhere\.by_creation_time not found/,
  ),
  wrong("a bound on a field that the index has not is an error", grouped(bound("eq", "label", "x")), /label/),
  wrong("a bound that leaves out a field of the index is an error", grouped(bound("eq", "value", 1)), /group/),
  wrong(
    "two lower bounds are an error",
    grouped(bound("eq", "group", "x"), bound("gt", "value", 1), bound("gte", "value", 2)),
    /bound|chain/,
  ),
  wrong(
    "two upper bounds are an error",
    grouped(bound("eq", "group", "x"), bound("lt", "value", 1), bound("lte", "value", 2)),
    /bound|chain/,
  ),
  wrong(
    "bounds on two fields are an error",
    grouped(bound("gt", "group", "a"), bound("lt", "value", 2)),
    /bound|same field/,
  ),
  wrong(
    "an equality after a bound on the field before is an error",
    grouped(bound("gt", "group", "a"), bound("eq", "value", 2)),
    /fields in order|single index field|chain/,
  ),
  wrong("the same equality twice is an error", grouped(bound("eq", "group", "x"), bound("eq", "group", "x")), /group/),
];

export const rangeCases: Case[] = [...everyBound, ...between, ...wholeIndex, ...prefixes, ...builtIn, ...errors];
