// Pages and their cursors.
import type { Value } from "convex/values";
import { expect } from "vitest";
import type { Read } from "../../app/convex/reads";
import { type Case, part, returns, throws, throwsData } from "../case";
import type { Subject } from "../subject";
import { labelsOf } from "../values";

const test = part("pagination");

interface Page {
  labels: string[];
  isDone: boolean;
  cursor: string;
}

const byValue: Read = { table: "things", index: "by_value" };

/** A filter for documents with a greater value. */
function above(literal: number): NonNullable<Read["operators"]> {
  const operands = [
    { kind: "field", path: "value" },
    { kind: "literal", literal },
  ];
  return [{ kind: "filter", expression: { kind: "op", op: "gt", operands } as never }];
}

async function page(
  subject: Subject,
  read: Read,
  cursor: string | null,
  numItems: number,
  endCursor?: string,
): Promise<Page> {
  const options = { cursor, numItems, ...(endCursor === undefined ? {} : { endCursor }) };
  const result = await subject.query("reads:page", { read: read as unknown as Value, options });
  const found = result as { page: Value[]; isDone: boolean; continueCursor: string };
  return { labels: labelsOf(found.page), isDone: found.isDone, cursor: found.continueCursor };
}

/** Reads every page until the last, and returns the labels of each page. */
async function allPages(subject: Subject, read: Read, numItems: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  for (;;) {
    const next: Page = await page(subject, read, cursor, numItems);
    pages.push(next.labels);
    if (next.isDone) return pages;
    if (pages.length > 50) throw new Error("The pages do not end.");
    cursor = next.cursor;
  }
}

async function insertNumbers(subject: Subject, from: number, to: number): Promise<string[]> {
  const values = Array.from({ length: to - from + 1 }, (_, at) => ({ label: `${from + at}`, value: from + at }));
  return (await subject.mutation("documents:insertMany", { table: "things", values })) as string[];
}

const refused = throwsData(expect.objectContaining({ isConvexSystemError: true, paginationError: "InvalidCursor" }));

/** A case that gives the cursor of one query to another query. */
const foreign = (title: string, other: Read): Case =>
  test(
    title,
    async (subject) => {
      await insertNumbers(subject, 1, 5);
      const { cursor } = await page(subject, { ...byValue, order: "asc" }, null, 2);
      return (await page(subject, other, cursor, 2)).labels;
    },
    refused,
  );

const walking: Case[] = [
  test(
    "an empty table is one empty page, and done",
    async (subject) => {
      const { labels, isDone } = await page(subject, byValue, null, 3);
      return { labels, isDone };
    },
    returns({ labels: [], isDone: true }),
  ),
  test(
    "pages follow each other without gap or overlap",
    async (subject) => {
      await insertNumbers(subject, 1, 7);
      return await allPages(subject, byValue, 3);
    },
    returns([["1", "2", "3"], ["4", "5", "6"], ["7"]]),
  ),
  test(
    "pages go downwards too",
    async (subject) => {
      await insertNumbers(subject, 1, 5);
      return await allPages(subject, { ...byValue, order: "desc" }, 2);
    },
    returns([["5", "4"], ["3", "2"], ["1"]]),
  ),
  test(
    "pages stay inside the range",
    async (subject) => {
      await insertNumbers(subject, 1, 9);
      const range = [
        { op: "gt" as const, field: "value", value: 2 },
        { op: "lte" as const, field: "value", value: 7 },
      ];
      return await allPages(subject, { ...byValue, range }, 2);
    },
    returns([["3", "4"], ["5", "6"], ["7"]]),
  ),
  test(
    "pages of a table without an index are in order of creation",
    async (subject) => {
      await insertNumbers(subject, 1, 3);
      return await allPages(subject, { table: "things" }, 2);
    },
    returns([["1", "2"], ["3"]]),
  ),
  test(
    "documents of equal value are neither lost nor doubled between pages",
    async (subject) => {
      const values = ["a", "b", "c", "d", "e"].map((label) => ({ label, value: "same" }));
      await subject.mutation("documents:insertMany", { table: "things", values });
      return (await allPages(subject, byValue, 2)).flat();
    },
    returns(["a", "b", "c", "d", "e"]),
  ),
  test(
    "documents without the field are on a page like others",
    async (subject) => {
      const values = [{ label: "b", value: null }, { label: "a" }, { label: "c", value: 1n }];
      await subject.mutation("documents:insertMany", { table: "things", values });
      return (await allPages(subject, byValue, 1)).flat();
    },
    returns(["a", "b", "c"]),
  ),
  test(
    "all pages of a filtered query together are what passes the filter",
    async (subject) => {
      await insertNumbers(subject, 1, 9);
      return (await allPages(subject, { ...byValue, operators: above(4) }, 2)).flat();
    },
    returns(["5", "6", "7", "8", "9"]),
  ),
  test(
    "a last page that is exactly full is not known to be the last",
    async (subject) => {
      await insertNumbers(subject, 1, 4);
      const first = await page(subject, byValue, null, 2);
      const second = await page(subject, byValue, first.cursor, 2);
      const third = second.isDone ? null : await page(subject, byValue, second.cursor, 2);
      return [second.labels, second.isDone, third?.labels, third?.isDone];
    },
    returns([["3", "4"], false, [], true]),
  ),
  test(
    "the page size may change from page to page",
    async (subject) => {
      await insertNumbers(subject, 1, 6);
      const first = await page(subject, byValue, null, 1);
      return (await page(subject, byValue, first.cursor, 4)).labels;
    },
    returns(["2", "3", "4", "5"]),
  ),
];

const whileWriting: Case[] = [
  test(
    "what is inserted behind the cursor comes on a later page",
    async (subject) => {
      await insertNumbers(subject, 1, 3);
      const first = await page(subject, byValue, null, 2);
      await insertNumbers(subject, 4, 5);
      return (await page(subject, byValue, first.cursor, 10)).labels;
    },
    returns(["3", "4", "5"]),
  ),
  test(
    "what is inserted before the cursor does not come on a later page",
    async (subject) => {
      await insertNumbers(subject, 1, 3);
      const first = await page(subject, byValue, null, 2);
      await insertNumbers(subject, -1, 0);
      return (await page(subject, byValue, first.cursor, 10)).labels;
    },
    returns(["3"]),
  ),
  test(
    "a cursor outlives the document it points at",
    async (subject) => {
      const ids = await insertNumbers(subject, 1, 4);
      const first = await page(subject, byValue, null, 2);
      await subject.mutation("documents:remove", { id: ids[1]! });
      return (await page(subject, byValue, first.cursor, 10)).labels;
    },
    returns(["3", "4"]),
  ),
  test(
    "after the end a query stays done",
    async (subject) => {
      await insertNumbers(subject, 1, 2);
      const last = await page(subject, byValue, null, 5);
      await insertNumbers(subject, 3, 4);
      const after = await page(subject, byValue, last.cursor, 5);
      return [last.isDone, after.labels, after.isDone];
    },
    returns([true, [], true]),
  ),
  test(
    "a page with an end cursor holds what lies between the cursors, whatever its size",
    async (subject) => {
      await insertNumbers(subject, 1, 3);
      const first = await page(subject, byValue, null, 2);
      await insertNumbers(subject, 0, 0);
      return (await page(subject, byValue, null, 2, first.cursor)).labels;
    },
    returns(["0", "1", "2"]),
  ),
];

interface Status {
  page: Value[];
  isDone: boolean;
  pageStatus: string | null;
  splitCursor: string | null;
  continueCursor: string;
}

const bounds: Case[] = [
  test(
    "a page can be split in two whenever it has two documents, and its halves hold what it held",
    async (subject) => {
      await insertNumbers(subject, 1, 5);
      const ask = (options: Record<string, Value>) =>
        subject.query("reads:page", { read: byValue as unknown as Value, options }) as unknown as Promise<Status>;
      const whole = await ask({ cursor: null, numItems: 10 });
      const halves = [
        await ask({ cursor: null, endCursor: whole.splitCursor, numItems: 10 }),
        await ask({ cursor: whole.splitCursor, endCursor: whole.continueCursor, numItems: 10 }),
      ];
      return halves.map((half) => labelsOf(half.page));
    },
    returns([
      ["1", "2"],
      ["3", "4", "5"],
    ]),
  ),
  test(
    "a page that may read a bounded number of documents ends there and asks to be split",
    async (subject) => {
      await insertNumbers(subject, 1, 9);
      const options = { cursor: null, numItems: 9, maximumRowsRead: 4 };
      const result = await subject.query("reads:page", { read: byValue as unknown as Value, options });
      const { page: documents, isDone, pageStatus, splitCursor } = result as unknown as Status;
      return { labels: labelsOf(documents), isDone, pageStatus, canSplit: splitCursor !== null };
    },
    returns({
      labels: ["1", "2", "3", "4"],
      isDone: false,
      pageStatus: "SplitRequired",
      canSplit: true,
    }),
  ),
  test(
    "a page with an end has all documents up to there, however few it may read",
    async (subject) => {
      await insertNumbers(subject, 1, 9);
      const ask = async (options: Record<string, Value>) =>
        (await subject.query("reads:page", { read: byValue as unknown as Value, options })) as unknown as Status;
      const first = await ask({ cursor: null, numItems: 4 });
      await insertNumbers(subject, 2, 3);
      const again = { cursor: null, endCursor: first.continueCursor, numItems: 4, maximumRowsRead: 4 };
      const { page: documents, continueCursor, pageStatus } = await ask(again);
      return { labels: labelsOf(documents), endsThere: continueCursor === first.continueCursor, pageStatus };
    },
    returns({ labels: ["1", "2", "2", "3", "3", "4"], endsThere: true, pageStatus: "SplitRecommended" }),
  ),
  test(
    "a page that has read most of the bytes that it may read asks to be split",
    async (subject) => {
      const values = ["1", "2", "3"].map((label) => ({ label, value: "x".repeat(1000) }));
      await subject.mutation("documents:insertMany", { table: "things", values });
      const ask = async (maximumBytesRead: number) => {
        const options = { cursor: null, numItems: 3, maximumBytesRead };
        const result = await subject.query("reads:page", { read: { table: "things" }, options });
        return (result as unknown as Status).pageStatus;
      };
      return [await ask(4000), await ask(8000)];
    },
    returns(["SplitRecommended", null]),
  ),
  test(
    "documents that the filter drops count as read",
    async (subject) => {
      await insertNumbers(subject, 1, 9);
      const read = { ...byValue, operators: above(3) };
      const options = { cursor: null, numItems: 9, maximumRowsRead: 4 };
      const result = await subject.query("reads:page", { read: read as unknown as Value, options });
      return labelsOf((result as unknown as Status).page);
    },
    returns(["4"]),
  ),
];

const errors: Case[] = [
  foreign("a cursor of a query on an index is refused by one on the table", { table: "things" }),
  foreign("a cursor is refused by the same query in the other order", { ...byValue, order: "desc" }),
  foreign("a cursor is refused by a query with another range", {
    ...byValue,
    range: [{ op: "gt", field: "value", value: 3 }],
  }),
  foreign("a cursor is refused by a query on another index", { table: "things", index: "by_group_and_value" }),
  test(
    "what is not a cursor is refused as one",
    async (subject) => {
      await insertNumbers(subject, 1, 2);
      try {
        await page(subject, byValue, "no cursor", 2);
        return "accepted";
      } catch {
        return "refused";
      }
    },
    returns("refused"),
  ),
  test(
    "a page of no items is an error",
    async (subject) => {
      await insertNumbers(subject, 1, 2);
      await page(subject, byValue, null, 0);
    },
    throws(/./),
  ),
  ...(["maximumRowsRead", "maximumBytesRead"] as const).map((maximum) =>
    test(
      `a page that may read nothing is an error: ${maximum}`,
      async (subject) => {
        const options = { cursor: null, numItems: 2, [maximum]: 0 };
        await subject.query("reads:page", { read: byValue as unknown as Value, options });
      },
      throws(/must be greater than 0/),
    ),
  ),
  test(
    "a cursor shows nothing of the documents",
    async (subject) => {
      const values = ["1", "2"].map((label) => ({ label, group: "secret" }));
      await subject.mutation("documents:insertMany", { table: "things", values });
      const { cursor } = await page(subject, { table: "things", index: "by_group_and_value" }, null, 1);
      const text = Buffer.from(cursor, "base64url").toString("latin1");
      const key = /"place":"([^"]*)"/.exec(text)?.[1] ?? "";
      return [cursor, text, Buffer.from(key, "base64").toString("latin1")].some((each) => each.includes("secret"));
    },
    returns(false),
  ),
  test(
    "a page without a cursor is the first",
    async (subject) => {
      await insertNumbers(subject, 1, 3);
      const options = { numItems: 2 };
      const result = await subject.query("reads:page", { read: byValue as unknown as Value, options });
      return labelsOf((result as unknown as Status).page);
    },
    returns(["1", "2"]),
  ),
  test("a page of less than no items is an error", (subject) => page(subject, byValue, null, -1), throws(/numItems/)),
  test(
    "a function that paginates twice is an error",
    (subject) => subject.query("reads:pageTwice"),
    throws(/multiple paginated queries|single paginated query/),
  ),
];

export const paginationCases: Case[] = [...walking, ...whileWriting, ...bounds, ...errors];
