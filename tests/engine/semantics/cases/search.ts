// Text search: which documents a search finds, in which order, and what it sees.
import type { Value } from "convex/values";
import type { Operator, Read } from "../../app/convex/reads";
import { type Case, part, returns, throws } from "../case";
import type { Subject } from "../subject";
import { labelsOf } from "../values";

const test = part("search");

type Note = { label: string; text?: Value; group?: Value; state?: Value; deep?: Value };
type Filter = { field: string; value?: Value };

function search(text: string, filters: Filter[] = [], operators: Operator[] = []): Read {
  return { table: "notes", search: { index: "search_text", field: "text", text, filters }, operators };
}

function deepSearch(text: string): Read {
  return { table: "notes", search: { index: "search_deep_text", field: "deep.text", text } };
}

async function insertNotes(subject: Subject, notes: Note[]): Promise<string[]> {
  return (await subject.mutation("documents:insertMany", { table: "notes", values: notes })) as string[];
}

/** Returns the labels in the order in which the documents are found. */
async function ranked(subject: Subject, read: Read): Promise<string[]> {
  return labelsOf(await subject.query("reads:collect", { read: read as unknown as Value }));
}

async function found(subject: Subject, read: Read): Promise<string[]> {
  return (await ranked(subject, read)).toSorted();
}

/** Makes notes from texts, with the labels a, b, c and so on. */
function notesOf(texts: string[]): Note[] {
  return texts.map((text, at) => ({ label: String.fromCharCode(97 + at), text }));
}

function finds(title: string, texts: string[], text: string, labels: string[]): Case {
  return test(
    title,
    async (subject) => {
      await insertNotes(subject, notesOf(texts));
      return await found(subject, search(text));
    },
    returns(labels),
  );
}

const matching: Case[] = [
  finds("a word is found wherever it stands", ["red apple", "apple red", "a red one", "blue"], "red", ["a", "b", "c"]),
  finds("any of the words is enough", ["red", "blue", "green"], "red blue", ["a", "b"]),
  finds("case does not matter", ["Red", "RED", "red"], "rEd", ["a", "b", "c"]),
  finds("the last word is a beginning too", ["red", "redder", "blue"], "red", ["a", "b"]),
  finds("the words before the last are whole ones", ["redder", "blue"], "red blue", ["b"]),
  finds("the middle of a word is not found", ["bored"], "red", []),
  finds("what is not a letter or a digit parts words", ["red-apple", "red_apple", "red.apple!", "redapple"], "apple", [
    "a",
    "b",
    "c",
  ]),
  finds("a search is parted like the texts", ["red apple", "pear"], "apple/red?", ["a"]),
  finds("letters of all scripts are letters", ["größe", "東京 タワー", "Ωmega"], "ωmega", ["c"]),
  finds("accents are told apart", ["resume", "résumé"], "résumé", ["b"]),
  finds("digits are words", ["v2 10", "210"], "10", ["a"]),
  finds("there are no stems and no stop words", ["the runs", "running", "a run"], "the", ["a"]),
  finds("a word of 31 bytes is found", ["a".repeat(31)], "a".repeat(31), ["a"]),
  finds("a word of 33 bytes is left out", [`${"a".repeat(33)} red`], "a".repeat(33), []),
  finds("an empty search finds nothing", ["red"], "", []),
  finds("a search without words finds nothing", ["red ?!"], " ?! ", []),
  finds("sixteen words are looked for, the rest is left out", ["w15", "w16", "w17"], words(1, 17), ["a", "b"]),
];

function words(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, at) => `w${first + at}`).join(" ");
}

const order: Case[] = [
  test(
    "the newest comes first among equals",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", "red", "red"]));
      return await ranked(subject, search("red"));
    },
    returns(["c", "b", "a"]),
  ),
  test(
    "a document with both words comes before those with one",
    async (subject) => {
      await insertNotes(subject, notesOf(["red apple", "red pear", "blue apple", "red plum"]));
      return (await ranked(subject, search("apple red")))[0];
    },
    returns("a"),
  ),
  test(
    "a rare word is worth more than a common one",
    async (subject) => {
      await insertNotes(subject, notesOf(["rare one", ...Array.from({ length: 12 }, () => "common one")]));
      return (await ranked(subject, search("common rare")))[0];
    },
    returns("a"),
  ),
  test(
    "the word itself comes before words that begin with it",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", "redder", "reddish"]));
      return (await ranked(subject, search("red")))[0];
    },
    returns("a"),
  ),
  test(
    "a short text comes before a long one",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", `red ${"filler ".repeat(300)}`]));
      return await ranked(subject, search("red"));
    },
    returns(["a", "b"]),
  ),
  test(
    "an order cannot be asked for",
    async (subject) => await ranked(subject, { ...search("red"), order: "desc" }),
    throws(/Search queries must always be in relevance order/),
  ),
];

const grouped: Note[] = [
  { label: "a", text: "red", group: "x", state: 1 },
  { label: "b", text: "red", group: "x", state: 1n },
  { label: "c", text: "red", group: "y", state: 1, deep: { field: "in" } },
  { label: "d", text: "red", group: null },
  { label: "e", text: "red" },
  { label: "f", text: "blue", group: "x" },
];

function filtered(title: string, filters: Filter[], labels: string[]): Case {
  return test(
    title,
    async (subject) => {
      await insertNotes(subject, grouped);
      return await found(subject, search("red", filters));
    },
    returns(labels),
  );
}

const filters: Case[] = [
  filtered("a filter leaves the documents with that value", [{ field: "group", value: "x" }], ["a", "b"]),
  filtered(
    "all filters have to match",
    [
      { field: "group", value: "x" },
      { field: "state", value: 1 },
    ],
    ["a"],
  ),
  filtered("a filter by a later field alone", [{ field: "state", value: 1 }], ["a", "c"]),
  filtered("a filter tells int64 and float64 apart", [{ field: "state", value: 1n }], ["b"]),
  filtered("a filter by null does not match undefined", [{ field: "group", value: null }], ["d"]),
  filtered("a filter by undefined matches documents without the field", [{ field: "group" }], ["e"]),
  filtered("a filter by a field of a field", [{ field: "deep.field", value: "in" }], ["c"]),
  filtered("a filter that nothing matches", [{ field: "group", value: "z" }], []),
  filtered(
    "two filters by one field match what has both values, which is nothing",
    [
      { field: "group", value: "x" },
      { field: "group", value: "y" },
    ],
    [],
  ),
  test(
    "a filter by a field that the index does not have is an error",
    async (subject) => await found(subject, search("red", [{ field: "label", value: "a" }])),
    throws(/filterFields/),
  ),
  test(
    "nine filters are refused",
    async (subject) =>
      await found(
        subject,
        search(
          "red",
          Array.from({ length: 9 }, () => ({ field: "group", value: "x" })),
        ),
      ),
    throws(/too many filter conditions/),
  ),
  test(
    "a search of another field than the index's is an error",
    async (subject) =>
      await found(subject, { table: "notes", search: { index: "search_text", field: "label", text: "red" } }),
    throws(/searchField/),
  ),
  test(
    "a search of an index that does not exist is an error",
    async (subject) =>
      await found(subject, { table: "notes", search: { index: "search_label", field: "label", text: "red" } }),
    throws(/Index notes\.search_label not found/),
  ),
  test(
    "a search of a table that does not exist is an error",
    async (subject) =>
      await found(subject, { table: "nowhere", search: { index: "search_text", field: "text", text: "red" } }),
    throws(/Index nowhere\.search_text not found/),
  ),
  test(
    "a search of an index that is not for searches is an error",
    async (subject) =>
      await found(subject, { table: "notes", search: { index: "by_label", field: "label", text: "red" } }),
    throws(/by_label/),
  ),
];

const fields: Case[] = [
  test(
    "a field of a field can be searched",
    async (subject) => {
      await insertNotes(subject, [{ label: "a", deep: { text: "red apple" } }]);
      return await found(subject, deepSearch("apple"));
    },
    returns(["a"]),
  ),
  test(
    "documents without text in the field are not found",
    async (subject) => {
      await insertNotes(subject, [{ label: "a", text: 7 }, { label: "b" }, { label: "c", text: ["red"] }]);
      await insertNotes(subject, [{ label: "d", text: "red 7" }]);
      return await found(subject, search("red 7"));
    },
    returns(["d"]),
  ),
];

async function taken(subject: Subject, how: string, read: Read, count?: number): Promise<Value> {
  return await subject.query(`reads:${how}`, {
    read: read as unknown as Value,
    ...(count === undefined ? {} : { count }),
  });
}

const labelIs = (label: string): Operator => ({
  kind: "filter",
  expression: {
    kind: "op",
    op: "eq",
    operands: [
      { kind: "field", path: "label" },
      { kind: "literal", literal: label },
    ],
  },
});

const reading: Case[] = [
  test(
    "take gives the first of them",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", "red", "red"]));
      return labelsOf(await taken(subject, "take", search("red"), 2));
    },
    returns(["c", "b"]),
  ),
  test(
    "first gives the first of them, and null where there is none",
    async (subject) => {
      await insertNotes(subject, notesOf(["red"]));
      const one = (await taken(subject, "first", search("red"))) as Note | null;
      return [one?.label, await taken(subject, "first", search("blue"))];
    },
    returns(["a", null]),
  ),
  test(
    "unique fails where there are two",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", "red"]));
      return await taken(subject, "unique", search("red"));
    },
    throws(/unique\(\) query returned more than one result/),
  ),
  test(
    "a loop may stop early",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", "red", "red"]));
      return labelsOf(await taken(subject, "iterate", search("red"), 1));
    },
    returns(["c"]),
  ),
  test(
    "a filter after a search looks at what was found",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", "red", "blue"]));
      return await ranked(subject, search("red", [], [labelIs("a")]));
    },
    returns(["a"]),
  ),
  test(
    "pages go through all of them in order",
    async (subject) => {
      await insertNotes(subject, notesOf(["red", "red", "blue", "red", "red", "red"]));
      return await allPages(subject, search("red"), 2);
    },
    returns([["f", "e"], ["d", "b"], ["a"]]),
  ),
  test(
    "a page of a search that finds nothing is empty and the last",
    async (subject) => await allPages(subject, search("red"), 2),
    returns([[]]),
  ),
];

async function allPages(subject: Subject, read: Read, numItems: number): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = null; ;) {
    const options = { cursor, numItems };
    const result = await subject.query("reads:page", { read: read as unknown as Value, options });
    const { page, isDone, continueCursor } = result as { page: Value[]; isDone: boolean; continueCursor: string };
    pages.push(labelsOf(page));
    if (isDone) return pages;
    if (pages.length > 10) throw new Error("The pages do not end.");
    cursor = continueCursor;
  }
}

const writes: Case[] = [
  test(
    "what a transaction has written is found in it",
    async (subject) => {
      const [gone, changed] = await insertNotes(subject, notesOf(["red", "blue"]));
      const changes = [
        { kind: "insert", value: { label: "new", text: "red" } },
        { kind: "patch", id: changed!, set: { text: "red" } },
        { kind: "delete", id: gone! },
      ];
      const read = search("red") as unknown as Value;
      return labelsOf(await subject.mutation("search:changeThenSearch", { changes, read })).toSorted();
    },
    returns(["b", "new"]),
  ),
  test(
    "what a nested mutation wrote that failed is not found",
    async (subject) => {
      await insertNotes(subject, notesOf(["red"]));
      const args = { value: { label: "new", text: "red" }, read: search("red") as unknown as Value };
      return labelsOf(await subject.mutation("search:failNestedThenSearch", args));
    },
    returns(["a"]),
  ),
  test(
    "a document is found by its new text and no longer by its old one",
    async (subject) => {
      const [id] = await insertNotes(subject, notesOf(["red"]));
      await subject.mutation("documents:patch", { id: id!, set: { text: "blue" } });
      return [await found(subject, search("red")), await found(subject, search("blue"))];
    },
    returns([[], ["a"]]),
  ),
  test(
    "a document is found under its new filter value and no longer under its old one",
    async (subject) => {
      const [id] = await insertNotes(subject, [{ label: "a", text: "red", group: "x" }]);
      await subject.mutation("documents:patch", { id: id!, set: { group: "y" } });
      const under = async (value: string) => await found(subject, search("red", [{ field: "group", value }]));
      return [await under("x"), await under("y")];
    },
    returns([[], ["a"]]),
  ),
  test(
    "a document that is deleted, or has lost its text, is not found",
    async (subject) => {
      const [gone, bare] = await insertNotes(subject, notesOf(["red", "red", "red"]));
      await subject.mutation("documents:remove", { id: gone! });
      await subject.mutation("documents:patch", { id: bare!, set: {}, unset: ["text"] });
      await insertNotes(subject, [{ label: "d", text: "red" }]);
      return await found(subject, search("red"));
    },
    returns(["c", "d"]),
  ),
];

const many = test(
  "more than 1024 results are an error, and fewer are not",
  async (subject) => {
    const texts = Array.from({ length: 1023 }, (_, at) => ({ label: `${at}`, text: "red" }));
    await insertNotes(subject, texts);
    const before = (await ranked(subject, search("red"))).length;
    await insertNotes(subject, notesOf(["red"]));
    const firsts = labelsOf(await taken(subject, "take", search("red"), 1024)).length;
    const error = await ranked(subject, search("red")).catch((thrown: unknown) => thrown);
    return [before, firsts, error instanceof Error && /scanned too many documents/.test(error.message)];
  },
  returns([1023, 1024, true]),
);

export const searchCases: Case[] = [...matching, ...order, ...filters, ...fields, ...reading, ...writes, many];
