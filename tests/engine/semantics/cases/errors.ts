// What a caller sees of a failure, and which functions can be called at all.
import type { Value } from "convex/values";
import { expect } from "vitest";
import type { Failure, Report, Via } from "../../app/convex/calls";
import { type Case, part, returns, throws, throwsData } from "../case";
import type { Args, Subject } from "../subject";

const test = part("errors");

const kinds = ["query", "mutation", "action"] as const;
const failing: Record<Via, string> = {
  query: "calls:failQuery",
  mutation: "calls:failMutation",
  action: "calls:failAction",
};

async function call(subject: Subject, kind: Via, path: string, args: Args = {}): Promise<Value> {
  return await subject[kind](path, args);
}

const argsOf = (failure: Failure): Args => ({ failure });

const payloads: [string, Value][] = [
  ["a string", "reason"],
  ["an empty string", ""],
  ["a number", 1.5],
  ["NaN", NaN],
  ["-0", -0],
  ["an int64", 2n ** 62n],
  ["null", null],
  ["false", false],
  ["bytes", new Uint8Array([1, 2, 255]).buffer],
  ["an array", [1, "two", null]],
  ["an object", { code: "not_found", details: { id: 7n, tags: ["a"] } }],
];

const direct: Case[] = payloads.flatMap(([name, data]) =>
  kinds.map((kind) =>
    test(
      `a ConvexError with ${name} of a ${kind} arrives with its data`,
      (subject) => call(subject, kind, failing[kind], argsOf({ kind: "data", data })),
      throwsData(data),
    ),
  ),
);

const payload = { code: "deep", big: 9n, bytes: new Uint8Array([7]).buffer };

const layered: Case[] = [
  ...kinds.map((via) =>
    test(
      `a ConvexError passes through an action that runs the ${via}`,
      (subject) =>
        subject.action("calls:throughAction", {
          via,
          path: failing[via],
          args: argsOf({ kind: "data", data: payload }),
        }),
      throwsData(payload),
    ),
  ),
  ...kinds.map((via) =>
    test(
      `an action that catches a ConvexError of a ${via} has its data as a value`,
      (subject) =>
        subject.action("calls:reportFromAction", {
          via,
          path: failing[via],
          args: argsOf({ kind: "data", data: payload }),
        }),
      returns({ kind: "convexError", data: payload }),
    ),
  ),
  ...(["query", "mutation"] as const).map((via) =>
    test(
      `a mutation that catches a ConvexError of a ${via} has its data as a value`,
      (subject) =>
        subject.mutation("calls:reportFromMutation", {
          via,
          path: failing[via],
          args: argsOf({ kind: "data", data: payload }),
        }),
      returns({ kind: "convexError", data: payload }),
    ),
  ),
  test(
    "a query that catches a ConvexError of a query has its data as a value",
    (subject) =>
      subject.query("calls:reportFromQuery", { path: failing.query, args: argsOf({ kind: "data", data: payload }) }),
    returns({ kind: "convexError", data: payload }),
  ),
  ...kinds.map((via) =>
    test(
      `an action that catches a plain error of a ${via} has its message`,
      async (subject) => {
        const args = { via, path: failing[via], args: argsOf({ kind: "error", message: "plain boom" }) };
        const report = (await subject.action("calls:reportFromAction", args)) as unknown as Report;
        return report.kind === "error" && report.message.includes("plain boom");
      },
      returns(true),
    ),
  ),
  test(
    "a ConvexError passes through three layers",
    (subject) =>
      subject.action("calls:throughAction", {
        via: "action",
        path: "calls:throughAction",
        args: { via: "mutation", path: failing.mutation, args: argsOf({ kind: "data", data: payload }) },
      }),
    throwsData(payload),
  ),
];

const plain: Case[] = [
  ...kinds.map((kind) =>
    test(
      `a plain error of a ${kind} arrives with its message and without data`,
      (subject) => call(subject, kind, failing[kind], argsOf({ kind: "error", message: "plain boom" })),
      throws(/plain boom/),
    ),
  ),
  test(
    "a TypeError arrives with its message",
    (subject) => subject.query(failing.query, argsOf({ kind: "typeError" })),
    throws(/Cannot read properties of undefined/),
  ),
  test(
    "a thrown string arrives with its text",
    (subject) => subject.query(failing.query, argsOf({ kind: "string", text: "only text" })),
    throws(/only text/),
  ),
  test(
    "a result that Convex cannot carry is an error",
    (subject) => subject.query("calls:returnsDate"),
    throws(/Date.*not a supported Convex type/s),
  ),
];

const results: Case[] = [
  ...payloads.flatMap(([name, value]) =>
    kinds.map((kind) =>
      test(
        `${name} goes to a ${kind} and comes back as it was`,
        (subject) =>
          call(
            subject,
            kind,
            { query: "calls:echoQuery", mutation: "calls:echoMutation", action: "calls:echoAction" }[kind],
            { value },
          ),
        returns(value),
      ),
    ),
  ),
  test(
    "a function that returns nothing returns null",
    (subject) => subject.query("calls:returnsNothing"),
    returns(null),
  ),
  test(
    "a property that is undefined is left out of a result",
    async (subject) => Object.keys((await subject.query("calls:returnsGaps")) as object),
    returns(["kept"]),
  ),
];

const notFound = (path: string) => throws(new RegExp(`Could not find public function for '${path}'`));

const addressing: Case[] = [
  test(
    "the default export is called by its module",
    (subject) => subject.query("calls"),
    returns("the default export"),
  ),
  test(
    "the default export is called by its name",
    (subject) => subject.query("calls:default"),
    returns("the default export"),
  ),
  test("a function in a folder", (subject) => subject.query("folder/nested:where"), returns("folder/nested")),
  test(
    "a function without a validator takes any arguments",
    (subject) => subject.query("calls:noValidator", { a: 1, b: "c" }),
    returns({ a: 1, b: "c" }),
  ),
  test(
    "a function that does not exist is not found",
    (subject) => subject.query("documents:nothing"),
    notFound("documents:nothing"),
  ),
  test(
    "a module that does not exist is not found",
    (subject) => subject.query("nowhere:nothing"),
    notFound("nowhere:nothing"),
  ),
  test(
    "an export that is not a function of the deployment is not found",
    (subject) => subject.query("folder/nested:plain"),
    notFound("folder/nested:plain"),
  ),
  test(
    "an internal query is not found by a client",
    (subject) => subject.query("secrets:readSecret"),
    notFound("secrets:readSecret"),
  ),
  test(
    "an internal mutation is not found by a client",
    (subject) => subject.mutation("secrets:writeSecret", { label: "a" }),
    notFound("secrets:writeSecret"),
  ),
  test(
    "an internal action is not found by a client",
    (subject) => subject.action("secrets:doSecret"),
    notFound("secrets:doSecret"),
  ),
  test(
    "an internal function is not found even with wrong arguments: nothing is learned of them",
    (subject) => subject.mutation("secrets:writeSecret", { wrong: true }),
    notFound("secrets:writeSecret"),
  ),
  test(
    "an administrator calls an internal query",
    (subject) => subject.administer("query", "secrets:readSecret"),
    returns("secret read"),
  ),
  test(
    "an administrator calls an internal action",
    (subject) => subject.administer("action", "secrets:doSecret"),
    returns("secret done"),
  ),
  ...(["readSecret", "doSecret"] as const).map((name) =>
    test(
      `an action calls the internal ${name}`,
      async (subject) => {
        const via = name === "readSecret" ? "query" : "action";
        return await subject.action("calls:throughAction", { via, path: `secrets:${name}`, args: {} });
      },
      returns(name === "readSecret" ? "secret read" : "secret done"),
    ),
  ),
  test(
    "a mutation calls an internal mutation",
    (subject) =>
      subject.mutation("calls:reportFromMutation", {
        via: "mutation",
        path: "secrets:writeSecret",
        args: { label: "a" },
      }),
    returns({ kind: "returned", value: "secret written" }),
  ),
  test(
    "a query calls an internal query",
    (subject) => subject.query("calls:reportFromQuery", { path: "secrets:readSecret", args: {} }),
    returns({ kind: "returned", value: "secret read" }),
  ),
  ...(
    [
      ["query", "documents:insert"],
      ["query", "calls:failAction"],
      ["mutation", "documents:get"],
      ["mutation", "calls:failAction"],
      ["action", "documents:get"],
      ["action", "documents:insert"],
    ] as const
  ).map(([kind, path]) =>
    test(
      `${path} called as ${kind} is refused`,
      (subject) => call(subject, kind, path),
      throws(
        new RegExp(
          `Trying to execute ${path.replace(":", "\\.js:")} as ${kind[0]!.toUpperCase()}${kind.slice(1)}, but it is defined as`,
        ),
      ),
    ),
  ),
  test(
    "a function that is not there fails inside an action, and can be caught",
    (subject) => subject.action("calls:reportFromAction", { via: "query", path: "documents:nothing", args: {} }),
    returns({ kind: "error", message: expect.stringContaining("documents") }),
  ),
];

export const errorCases: Case[] = [...direct, ...layered, ...plain, ...results, ...addressing];
