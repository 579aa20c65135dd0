// Cases of the semantics suite in which a subject differs from the rule, by title. The difference is asserted as
// strictly as the rule, so an entry that is no longer true fails.
import { expect } from "vitest";
import { type Expectation, returns, throws, throwsData } from "./semantics/case";
import type { SubjectName } from "./semantics/subject";

interface Difference {
  /** The title of the case. */
  title: string;
  subject: SubjectName;
  /** `otherwise` means that the result differs from the rule, in a way that is not worth asserting. */
  instead: Expectation | { kind: "otherwise" };
  reason: string;
}

const otherwise = { kind: "otherwise" } as const;
const kindsOfExcess = ["length", "fields", "depth", "surrogate"];
/** The titles of all cases that exceed one kind of limit. */
function excessTitles(kind: string): string[] {
  return [
    ...["query", "mutation", "action"].map(
      (type) => `validation: a result of a ${type} beyond the bounds of values is refused: ${kind}`,
    ),
    ...["query", "mutation", "schedule"].map(
      (via) => `validation: what a mutation passes beyond the bounds of values is refused: ${kind}, ${via}`,
    ),
    ...["query", "mutation", "action", "schedule"].map(
      (via) => `validation: what an action passes beyond the bounds of values is refused: ${kind}, ${via}`,
    ),
  ];
}
const everyNumber = ["1", "2", "3", "4", "5", "6"];

/** Differences with a common reason. */
function because(subject: SubjectName, reason: string, rows: Record<string, Difference["instead"]>): Difference[] {
  return Object.entries(rows).map(([title, instead]) => ({ title, subject, instead, reason }));
}

/** The engine as it normally serves, called over HTTP or live. */
const pooled = ["pooled engine", "live engine"] as const;

export const differences: Difference[] = [
  ...pooled.flatMap((subject) =>
    because(
      subject,
      "The pooled engine uses contexts again, with what functions have left in globalThis and in modules.",
      {
        "runtime: what a function leaves in globalThis is gone with the run": returns(expect.any(Number)),
        "runtime: what a module keeps is gone with the run": returns(expect.any(Number)),
      },
    ),
  ),
  ...because("convex-test", "convex-test checks neither names nor sizes of documents.", {
    "documents: an insert with another field that begins with _ is refused, also where no schema checks":
      returns(undefined),
    "documents: a table's name must be an identifier": returns(undefined),
    "documents: a query names its table by an identifier": returns([]),
    "documents: a document of more than 1 MiB is refused": returns(undefined),
    "documents: a document nested deeper than 16 levels is refused": returns(undefined),
    "documents: an array of more than 8192 elements is refused": returns(undefined),
    "documents: an object of more than 1024 fields is refused": returns(undefined),
  }),
  ...because("convex-test", "convex-test has no bounds of what functions pass to one another and return.", {
    ...Object.fromEntries(kindsOfExcess.flatMap(excessTitles).map((title) => [title, otherwise])),
    "validation: a refusal of a result for its bounds names the function": otherwise,
  }),
  ...because("convex-test", "convex-test's ids are a counter and the table's name, without checksum or alphabet.", {
    "documents: a malformed id is an error, not null": returns(null),
    "documents: an id is lower-case base32 of 31 to 37 characters": returns(false),
    "documents: normalizeId of an id with one character changed is null": returns(
      expect.stringMatching(/^[34]0+10000things$/),
    ),
  }),
  ...because("convex-test", "convex-test's get does not tell db from db.system.", {
    "documents: a document of a system table is not found through db.get": returns(
      expect.objectContaining({ size: 1 }),
    ),
  }),
  ...because("convex-test", "convex-test wants equalities in the index's order.", {
    "ranges: equalities may be written in another order than the index's": throws(/expected "group", got "value"/),
  }),
  ...because("convex-test", "convex-test does not look for the indexes of a table that does not exist.", {
    "ranges: an index of a table that does not exist is an error": throws(/it is not declared in the schema/),
    "ranges: the order of creation as an index of a table that does not exist is an error": returns([]),
    "search: a search of a table that does not exist is an error": returns([]),
  }),
  ...because("convex-test", "convex-test compares in filters as JavaScript does.", {
    "filters: lt compares by the total order, whatever the kinds of values": otherwise,
    "filters: lte compares by the total order, whatever the kinds of values": otherwise,
    "filters: gt compares by the total order, whatever the kinds of values": otherwise,
    "filters: gte compares by the total order, whatever the kinds of values": otherwise,
  }),
  ...because("convex-test", "convex-test looks fields up along JavaScript's prototypes.", {
    "filters: a field that only JavaScript's objects have is undefined": returns([]),
  }),
  ...because("convex-test", "convex-test takes any path of a field.", {
    'filters: a field path that no document can have is an error: ""': returns(everyNumber),
    'filters: a field path that no document can have is an error: "a-b"': returns(everyNumber),
    'filters: a field path that no document can have is an error: "other..a"': returns(everyNumber),
  }),
  ...because("convex-test", "convex-test takes any filter result as JavaScript's truth.", {
    "filters: a filter that is not a boolean is an error": returns(everyNumber),
    "filters: and of what is not a boolean is an error": returns(everyNumber),
    "filters: not of what is not a boolean is an error": returns([]),
  }),
  ...because("convex-test", "convex-test computes in filters as JavaScript does, and lacks neg.", {
    "filters: neg on floats": throws(/not implemented/),
    "filters: arithmetic on a string is an error": returns([]),
    "filters: int64 beyond 64 bits is an error": returns([]),
  }),
  ...because("convex-test", "convex-test applies all filters, then the first limit.", {
    "filters: a filter after a limit sees what the limit left": returns(["2", "4", "6"]),
    "filters: the smaller of two limits holds": returns(["1", "2", "3", "4"]),
    "filters: filter, limit, filter": returns(["2", "4", "6"]),
  }),
  ...because(
    "convex-test",
    "convex-test's cursors are positions that any query accepts, and it knows the end without looking.",
    {
      "pagination: a last page that is exactly full is not known to be the last": returns([
        ["3", "4"],
        true,
        undefined,
        undefined,
      ]),
      "pagination: a cursor of a query on an index is refused by one on the table": returns(["1", "2"]),
      "pagination: a cursor is refused by the same query in the other order": returns(["1"]),
      "pagination: a cursor is refused by a query with another range": returns(["4", "5"]),
      "pagination: a cursor is refused by a query on another index": returns([]),
      "pagination: a page of no items is an error": returns(undefined),
      "pagination: a cursor shows nothing of the documents": returns(true),
    },
  ),
  ...because("convex-test", "convex-test keeps to the bounds of a page also where it has an end, and takes any.", {
    "pagination: a page with an end has all documents up to there, however few it may read": otherwise,
    "pagination: a page that may read nothing is an error: maximumRowsRead": returns(undefined),
    "pagination: a page that may read nothing is an error: maximumBytesRead": returns(undefined),
  }),
  ...because("convex-test", "convex-test says where to split only the pages that have read too much.", {
    "pagination: a page that has read most of the bytes that it may read asks to be split": otherwise,
    "pagination: a page can be split in two whenever it has two documents, and its halves hold what it held": returns([
      ["1", "2", "3", "4", "5"],
      ["1", "2", "3", "4", "5"],
    ]),
  }),
  ...because("convex-test", "convex-test parts texts at spaces alone and takes every word for a beginning.", {
    "search: the words before the last are whole ones": returns(["a", "b"]),
    "search: what is not a letter or a digit parts words": returns([]),
    "search: a search is parted like the texts": returns([]),
    "search: a word of 33 bytes is left out": returns(["a"]),
    "search: a search without words finds nothing": returns(["a"]),
    "search: sixteen words are looked for, the rest is left out": returns(["a", "b", "c"]),
    "search: documents without text in the field are not found": throws(/split is not a function/),
    "search: a document that is deleted, or has lost its text, is not found": throws(/undefined/),
  }),
  ...because("convex-test", "convex-test does not rank what a search finds, and finds any number.", {
    "search: the newest comes first among equals": returns(["a", "b", "c"]),
    "search: take gives the first of them": returns(["a", "b"]),
    "search: a loop may stop early": returns(["a"]),
    "search: pages go through all of them in order": returns([["a", "b"], ["d", "e"], ["f"]]),
    "search: more than 1024 results are an error, and fewer are not": returns([1023, 1024, false]),
  }),
  ...because("convex-test", "convex-test does not look at the search index that is named.", {
    "search: a filter by a field that the index does not have is an error": returns([]),
    "search: nine filters are refused": returns([]),
    "search: a search of another field than the index's is an error": returns([]),
    "search: a search of an index that does not exist is an error": returns([]),
    "search: a search of an index that is not for searches is an error": returns([]),
  }),
  ...because(
    "convex-test",
    "convex-test decodes the data of a nested ConvexError twice, which fails on int64 and bytes.",
    {
      "transactions: a nested ConvexError that is caught has its data": returns([{ message: "Unexpected type of 7" }]),
      "transactions: a nested ConvexError that is not caught reaches the client with its data":
        throws(/Unexpected type of 7/),
      "errors: a mutation that catches a ConvexError of a query has its data as a value": returns({
        kind: "error",
        message: "Unexpected type of 9",
      }),
      "errors: a mutation that catches a ConvexError of a mutation has its data as a value": returns({
        kind: "error",
        message: "Unexpected type of 9",
      }),
      "errors: a query that catches a ConvexError of a query has its data as a value": returns({
        kind: "error",
        message: "Unexpected type of 9",
      }),
    },
  ),
  ...because("convex-test", "convex-test has no limit on the depth of calls.", {
    "transactions: calls nested nine deep are refused": returns(9),
  }),
  ...because("convex-test", "convex-test lets a client call internal functions.", {
    "errors: an internal query is not found by a client": returns("secret read"),
    "errors: an internal mutation is not found by a client": returns("secret written"),
    "errors: an internal action is not found by a client": returns("secret done"),
    "errors: an internal function is not found even with wrong arguments: nothing is learned of them":
      throws(/Missing required field `label`/),
  }),
  ...because(
    "convex-test",
    "convex-test has words of its own for a function that does not exist or has another type.",
    {
      "errors: a function that does not exist is not found": throws(/there is no such export/),
      "errors: a module that does not exist is not found": throws(/Could not find module/),
      "errors: an export that is not a function of the deployment is not found": throws(/is not a query/),
      "errors: documents:insert called as query is refused": throws(/is not a query/),
      "errors: calls:failAction called as query is refused": throws(/is not a query/),
      "errors: documents:get called as mutation is refused": throws(/is not a mutation/),
      "errors: calls:failAction called as mutation is refused": throws(/is not a mutation/),
      "errors: documents:get called as action is refused": throws(/is not an action/),
      "errors: documents:insert called as action is refused": throws(/is not an action/),
    },
  ),
  ...because("convex-test", "convex-test has words of its own for a value that does not fit.", {
    "validation: a refusal of arguments says so, where, what and why": throws(
      /Validator error: Expected `number`, got `text`/,
    ),
    "validation: a refusal names the required field that is missing": throws(/Missing required field `a` in object/),
    "validation: a refusal names the field that is too many": throws(/Unexpected field `c` in object/),
    "validation: a refusal of a result says so": throws(/Return value validation failed/),
    "validation: a refusal by the schema names the table": throws(/Validator error: Expected `string`, got `1`/),
  }),
  ...because(
    "convex-test",
    "convex-test does not check records, compares int64 literals as JSON, and counts a removed field as present.",
    {
      "validation: int64LiteralArgument accepts the literal": throws(/Validator error/),
      "validation: recordArgument refuses an entry of the wrong type": returns("accepted"),
      "validation: the schema refuses another scores": returns(expect.any(String)),
      "validation: a patch may turn one shape of a union into another": throws(/Expected one of object, object/),
    },
  ),
  ...because("convex-test", "convex-test checks a mutation's result after it has committed.", {
    "validation: a mutation whose result does not fit writes nothing": returns(["kept", "lost"]),
  }),
  ...because("convex-test", "convex-test keeps less of a job, and does not look at what is scheduled.", {
    "scheduling: a job that waits is a pending row with its name, arguments and time": returns(
      expect.objectContaining({ name: "scheduling:record", state: { kind: "pending" } }),
    ),
    "scheduling: a job that ran is a success with the time it ended": returns({
      state: { kind: "success" },
      completed: "undefined",
    }),
    "scheduling: a job that failed says why": returns({ kind: "failed" }),
    "scheduling: cancelling a job that is over changes nothing": returns({ kind: "canceled" }),
    "scheduling: a function that does not exist cannot be scheduled": returns(undefined),
    "scheduling: a query can be scheduled, and its job fails": returns({ kind: "success" }),
    "scheduling: a job more than five years ahead is refused": returns(undefined),
    "scheduling: a job more than five years back is refused": returns(undefined),
  }),
  ...because(
    "convex-test",
    "convex-test runs functions in the process of the test: its clock, modules, globals and environment.",
    {
      "runtime: the clock stands still in a query": returns(true),
      "runtime: the clock stands still in a mutation": returns(true),
      "runtime: a query inside a mutation has the mutation's time": returns(false),
      "runtime: what a module keeps is gone with the run": otherwise,
      "runtime: what a function leaves in globalThis is gone with the run": otherwise,
      "runtime: code made of text is refused": returns(3),
      "runtime: code made of text is refused by classes of the web too": throws(/^Code generation from strings/),
      "runtime: Node's own globals are absent": returns(expect.arrayContaining(["Buffer", "setImmediate"])),
      "runtime: environment variables cannot be listed": returns(expect.arrayContaining(["PATH"])),
      "runtime: the deployment's own addresses are variables": returns({ cloud: null, site: null }),
    },
  ),
  ...because("convex-test", "convex-test names a default export in full.", {
    "runtime: a default export is named by its module alone": returns({ name: "named:default", componentPath: "" }),
  }),
  ...because("convex-test", "convex-test keeps no content type, has no getMetadata and checks no digest.", {
    "files: a file has a row with its digest, size and type": otherwise,
    "files: getMetadata gives the digest in hex": throws(/storageGetMetadata/),
    "files: a file with another digest than promised is not stored": returns(undefined),
  }),
  ...because(
    "convex-test",
    "convex-test has no server around an HTTP action: no own answers, and errors reach the test.",
    {
      "http: a path without a route is 404 and says so": returns([404, "No HttpAction routed for /nowhere"]),
      "http: a method without a route is 404 and says so": returns([404, "No HttpAction routed for /headers"]),
      "http: HEAD is answered by the GET route, without a body": returns([200, expect.stringContaining("exact get")]),
      "http: an error in an HTTP action is 500 with its text": throws(/http action failed/),
      "http: a ConvexError in an HTTP action is 500 with its data": throwsData('{"code":"http-data"}'),
    },
  ),
];
