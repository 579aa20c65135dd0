// Mistakes that an imitation of Convex is likely to make, and that convex-test does not reveal. Each is listed with the
// tests which show that the engine is right. After renaming or removing one of these tests, correct the list.
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { rootDirectory } from "../../scripts/settings";
import { suite } from "./semantics/suite";

interface Pitfall {
  name: string;
  /** Titles of cases in the semantics suite. */
  cases?: string[];
  /** Titles of other tests, by file. */
  tests?: Record<string, string[]>;
}

const sync = "tests/engine/sync.test.ts";
const scheduler = "tests/engine/scheduler.test.ts";
const containment = "tests/engine/containment.test.ts";
const deploy = "engine/server/deploy/deploy.test.ts";

const pitfalls: Pitfall[] = [
  {
    name: "modules evaluated once, with state shared between requests",
    cases: [
      "runtime: what a module keeps is gone with the run",
      "runtime: what a function leaves in globalThis is gone with the run",
    ],
  },
  {
    name: "no transition past a mutation's timestamp when no query changed",
    tests: {
      [sync]: ["is answered before a transition covers it, also when no query changed"],
      "tests/engine/clients/mutations.test.ts": ["also when it changes nothing that the client is subscribed to"],
    },
  },
  {
    name: "versions that do not follow on each other, Authenticate or ModifyQuerySet answered without a transition",
    tests: {
      [sync]: [
        "that changes is answered by a transition to its version, even when nothing is in it",
        "sends the results of its queries, and each version follows the last one",
        "that changes in mid-connection runs the queries again and moves the version",
      ],
    },
  },
  {
    name: "errorData of null for plain errors",
    cases: ["errors: a plain error of a query arrives with its message and without data"],
    tests: {
      [sync]: ["fails query by query: the message without data, the data of a ConvexError with it"],
      "engine/server/functionEndpoints.test.ts": [
        "are 200 with the text, the request id and no errorData",
        "carry the data of a ConvexError, also when it is null",
      ],
    },
  },
  {
    name: "data of a ConvexError encoded too often or too seldom",
    cases: [
      "errors: a ConvexError with an object of a mutation arrives with its data",
      "errors: an action that catches a ConvexError of a query has its data as a value",
      "errors: a mutation that catches a ConvexError of a mutation has its data as a value",
      "errors: a ConvexError passes through three layers",
    ],
  },
  {
    name: "mutations sent again after a reconnect that are done twice",
    tests: {
      [sync]: ["sent again by the same session is answered as the first time and not done twice"],
      "tests/engine/clients/reconnect.test.ts": ["mutations in flight are applied exactly once and answered in order"],
    },
  },
  {
    name: "timestamps that go back after a restart",
    tests: {
      [sync]: [
        "that has seen a later state than the present one is refused",
        "mutations in flight are done exactly once, and time does not go back",
      ],
    },
  },
  {
    name: "int64 and float64 as one type, strings ordered by UTF-16",
    cases: [
      "ranges: gte int64 1 and lte float 1",
      "ranges: gte string é and lte string emoji",
      "ranges: gt float -0 and lt float smallest",
      "filters: int64 with float is an error",
      "search: a filter tells int64 and float64 apart",
    ],
    tests: { "engine/value/compareValues.test.ts": ["compares strings by their UTF-8 bytes"] },
  },
  {
    name: "undefined fields dropped from indexes, upper bounds that skip undefined and null",
    cases: [
      "ranges: an index without a range gives every document, those without the field too, asc",
      "ranges: an equality with undefined finds documents without the field",
      "ranges: lt int64 0, asc",
      "pagination: documents without the field are on a page like others",
    ],
  },
  {
    name: "filters that compare as JavaScript does, or a limit applied before a filter",
    cases: [
      "filters: lt compares by the total order, whatever the kinds of values",
      "filters: a limit after a filter counts what passed",
      "filters: a filter after a limit sees what the limit left",
    ],
  },
  {
    name: "cursors that are offsets, journals that are ignored",
    cases: [
      "pagination: what is inserted behind the cursor comes on a later page",
      "pagination: what is inserted before the cursor does not come on a later page",
      "pagination: a cursor outlives the document it points at",
    ],
    tests: {
      [sync]: ["ends where it ended first, whatever is written into it, and the client learns where"],
      "tests/engine/clients/pagination.test.ts": [
        "the pages are the beginning of a full scan: no gap, nothing twice, whatever is written while they load",
      ],
      "tests/engine/clients/subscriptions.test.ts": [
        "that a client kept ends the page of its next subscription where the last one ended",
      ],
    },
  },
  {
    name: "mutations that interleave, parallel calls of runMutation that do",
    cases: [
      "transactions: nested mutations in parallel run one after another",
      "transactions: mutations that an action runs in parallel lose nothing",
      "transactions: mutations from many clients at once lose nothing",
    ],
    tests: {
      "engine/database/writer.test.ts": ["runs mutations one after another, even when they wait in the middle"],
    },
  },
  {
    name: "a failed nested mutation whose jobs, file deletions or tables stay",
    cases: [
      "transactions: a nested mutation that fails and is caught loses only its own writes",
      "transactions: a job of a nested mutation that failed does not run",
      "transactions: a file deleted by a nested mutation that failed is still there",
      "transactions: a nested mutation that failed leaves no table behind",
    ],
  },
  {
    name: "a scheduled mutation marked done apart from its writes, actions tried again after a crash",
    tests: {
      [scheduler]: [
        "runs exactly once however often the engine is killed meanwhile",
        "that ran before a crash does not run again",
        "that a crash interrupts has failed and is not repeated",
      ],
    },
  },
  {
    name: "missed runs of crons caught up with or overlapping, the next one computed at the start",
    tests: {
      [scheduler]: ["skips the runs that it missed"],
      "engine/application/schedule/cronSchedule.test.ts": [
        "skip what was missed and keep their beat",
        "a clock schedule that was missed continues with its next future time",
      ],
    },
  },
  {
    name: "internal functions that clients can tell from missing ones",
    cases: [
      "errors: an internal query is not found by a client",
      "errors: an internal function is not found even with wrong arguments: nothing is learned of them",
    ],
    tests: {
      "tests/engine/client.test.ts": ["an internal %s is refused with the words for one that does not exist"],
      "tests/engine/clients/mutations.test.ts": ["of a %s that is internal says what one that is missing does"],
    },
  },
  {
    name: "a live clock or true chance in queries and mutations",
    cases: [
      "runtime: the clock stands still in a query",
      "runtime: the clock stands still in a mutation",
      "runtime: a query inside a mutation has the mutation's time",
      "runtime: time and chance while modules load are the same for every run",
    ],
  },
  {
    name: "/api on the host of HTTP actions, CORS headers on what the app answers",
    cases: ["http: a path of the data host belongs to the app on the site host"],
    tests: {
      "engine/server/httpActions.test.ts": [
        "the app receives every path, also those of the other host",
        "keep status, headers and repeated cookies; nothing is added for browsers",
      ],
    },
  },
  {
    name: "_id in an insert, malformed ids in get, fields that the schema lacks, documents over 1 MiB, process.env listed",
    cases: [
      "documents: an insert that brings its own _id is refused",
      "documents: a malformed id is an error, not null",
      "validation: the schema refuses a field it does not know",
      "documents: a document of more than 1 MiB is refused",
      "runtime: environment variables cannot be listed",
    ],
  },
  {
    name: "logs answered at once when there are none, compressed pushes, start_push that activates",
    tests: {
      [deploy]: [
        "holds the request until something is logged",
        "answers with nothing, but not at once, when nothing is logged",
        "hands every module to the application and activates nothing",
      ],
      "engine/server/functionEndpoints.test.ts": ["accepts compressed bodies"],
    },
  },
  {
    name: "convex-test: limits are off",
    tests: {
      [containment]: [
        "32,000 documents read, and 16,000 written",
        "4,096 reads",
        "16 MiB written",
        "1,000 jobs scheduled",
        "16 MiB of arguments and of a result",
      ],
    },
  },
  {
    name: "convex-test: transactions never meet",
    cases: [
      "transactions: queries amid transfers see every transfer whole or not at all",
      "transactions: what a client has been told is written, its next query sees",
    ],
  },
  {
    name: "convex-test: ids without checksum",
    cases: [
      "documents: an id is lower-case base32 of 31 to 37 characters",
      "documents: normalizeId of an id with one character changed is null",
    ],
  },
  {
    name: "convex-test: equalities in the order of the index, ties in any order",
    cases: [
      "ranges: equalities may be written in another order than the index's",
      "ranges: equal values are in order of creation, asc",
    ],
  },
  {
    name: "convex-test: foreign cursors are accepted, a full last page is done",
    cases: [
      "pagination: a cursor is refused by a query with another range",
      "pagination: what is not a cursor is refused as one",
      "pagination: a last page that is exactly full is not known to be the last",
      "pagination: a function that paginates twice is an error",
    ],
    tests: { "tests/engine/components.test.ts": ["paginate() is refused"] },
  },
  {
    name: "convex-test: creation times and fields that begin with _",
    cases: [
      "documents: documents inserted by one mutation have increasing creation times and ids of their own",
      "documents: creation times increase from one mutation to the next",
      "documents: an insert with another field that begins with _ is refused, also where no schema checks",
    ],
  },
  {
    name: "convex-test: jobs without error and end, of functions that are not there, years ahead",
    cases: [
      "scheduling: a job that failed says why",
      "scheduling: a job that ran is a success with the time it ended",
      "scheduling: a function that does not exist cannot be scheduled",
      "scheduling: a job more than five years ahead is refused",
    ],
    tests: { [scheduler]: ["that is cancelled while it runs continues, but schedules nothing more"] },
  },
  {
    name: "convex-test: no crons, text search without ranking",
    cases: [
      "search: the words before the last are whole ones",
      "search: a rare word is worth more than a common one",
      "search: sixteen words are looked for, the rest is left out",
    ],
    tests: { [scheduler]: ["runs on its interval, the first time at once"] },
  },
  {
    name: "convex-test: no server around HTTP actions",
    cases: [
      "http: a path without a route is 404 and says so",
      "http: HEAD is answered by the GET route, without a body",
      "http: the longest prefix wins",
      "http: an error in an HTTP action is 500 with its text",
    ],
    tests: {
      "tests/engine/components.test.ts": [
        "below the prefix of a component goes to its routes, each of which sees the path below",
      ],
    },
  },
  {
    name: "convex-test: identities without tokens, no admin who acts as somebody",
    tests: {
      "tests/engine/identity.test.ts": [
        "is seen in queries, mutations, actions, all that actions call, and HTTP actions",
        "is missing in scheduled functions",
      ],
      "tests/engine/client.test.ts": ["is that user for functions"],
      "tests/engine/clients/identity.test.ts": [
        "that expires is replaced by a fresh one, and the subscriber keeps its identity meanwhile",
      ],
    },
  },
  {
    name: "convex-test: files without URL, type and checked digest",
    cases: [
      "files: getMetadata gives the digest in hex",
      "files: a file has a row with its digest, size and type",
      "files: a file with another digest than promised is not stored",
    ],
    tests: {
      "tests/engine/client.test.ts": ["are uploaded to the URL a mutation made, and served from their own"],
    },
  },
  {
    name: "convex-test: no subscriptions, no cache",
    tests: {
      "tests/engine/freshness.test.ts": [
        "a document that is added to the empty range that it read",
        "the present caller, and not an earlier one",
      ],
      "tests/engine/clients/subscriptions.test.ts": [
        "runs once for a write that concerns it, and not for others, in its table or elsewhere",
        "shows one state at each transition: what two tables hold together is never seen broken",
      ],
    },
  },
  {
    name: "convex-test: schemas against documents that exist, indexes filled from them",
    tests: {
      [deploy]: ["says whether the documents fit"],
      "tests/engine/cli.test.ts": ["with a new index fills it from the documents that exist"],
    },
  },
  {
    name: "bytes of another realm that are not a value",
    cases: ["errors: bytes goes to a action and comes back as it was", "http: bytes go in and come out as they are"],
    tests: { "engine/runtime/http.test.ts": ["take and give bytes and forms"] },
  },
  {
    name: "a table that does not exist as an error, an id of one as malformed",
    cases: [
      "ranges: a table that does not exist is empty",
      "documents: normalizeId for a table that does not exist is null",
    ],
  },
  {
    name: "reads of a stale snapshot that see what is pending, reads of a transaction that do not",
    cases: [
      "transactions: a query on the stale snapshot does not see pending writes",
      "transactions: a query inside sees pending writes",
      "documents: a mutation reads its own inserts, patches, replaces and deletes through an index",
    ],
  },
  {
    name: "a result that does not fit, whose mutation has committed",
    cases: ["validation: a mutation whose result does not fit writes nothing"],
  },
];

it.each(pitfalls.map(({ name, ...rest }) => [name, rest] as const))(
  "%s: is covered",
  (_name, { cases = [], tests = {} }) => {
    const titles = new Set(suite.map(({ title }) => title));
    const missing = cases.filter((title) => !titles.has(title));
    for (const [file, others] of Object.entries(tests)) {
      const text = readFileSync(path.join(rootDirectory, file), "utf8");
      // A listed title may be the beginning of a template or of a longer title.
      missing.push(...others.filter((title) => !text.includes(title)));
    }
    expect(missing).toStrictEqual([]);
    expect(cases.length + Object.keys(tests).length).toBeGreaterThan(0);
  },
);

it("no pitfall is listed twice", () => {
  expect(new Set(pitfalls.map(({ name }) => name)).size).toBe(pitfalls.length);
});
