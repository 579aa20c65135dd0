// docs/costs.md: writes it from what was measured, and reads the figures that are written in it. Pure.
import {
  billOf,
  callsOf,
  callsPerSecondOfWaiting,
  costOfRun,
  followingBill,
  looksAMonth,
  perRun,
  priceSource,
  secondsPerRequest,
  users,
} from "./bill";
import type { Cost } from "./meter";
import type { Costs } from "./operations";

/** The figures that must not rise. */
export interface Written {
  calls: number;
  documentsRead: number;
  documentsWritten: number;
}

export function writtenOf(cost: Cost): Written {
  return { calls: callsOf(cost), documentsRead: cost.documentsRead, documentsWritten: cost.documentsWritten };
}

export function costsPage(costs: Costs): string {
  const { calls, bytes } = costOfRun(costs);
  return `# What an operation costs on Convex

\`npm run costs -- --write\` makes this page from the embedded engine's own accounting, which counts as Convex does.
\`npm test\` measures again and fails when an operation needs more calls or documents than this page says. The project
that is measured has a workflow of one step and sixty runs.

Calls are functions that run: the HTTP action of the request, and the queries and mutations that it calls. Convex's
backend reports each of them as a call; a cached query is a call that reads nothing. The first request of a key also records its use. "Again" is the same request for the
third time, within a second.

${table(
  ["operation", "calls", "of them cached", "read", "bytes read", "written", "bytes written"],
  [...costs].map(([name, cost]) => [
    name,
    callsOf(cost),
    cost.cachedQueries,
    cost.documentsRead,
    cost.bytesRead,
    cost.documentsWritten,
    cost.bytesWritten,
  ]),
)}

## A month's bill

The prices are those of ${priceSource}.

A run is assumed to take ten minutes and to cause these operations:

${table(["operation", "times a run"], Object.entries(perRun))}

Together these are ${inWords(calls)} calls and ${inWords(bytes / 1000)} kB. Every request is assumed to keep its HTTP action for ${secondsPerRequest} s.
Besides, each runner waits for jobs all month with claims that wait, at about ${Math.round(callsPerSecondOfWaiting)} calls a second. Not included are
storage, and the index entries that Convex adds to the transfer of documents. A runner that need not begin within a
second costs a fraction of that when it asks every ten seconds without \`waitMs\`: two calls each time.

${table(
  [
    "user",
    "plan",
    "developers",
    "runs",
    "runners",
    "million calls",
    "GB",
    "GB-hours",
    "dollars a month",
    "without waiting",
  ],
  users.map((user) => {
    const bill = billOf(user, costs);
    return [
      user.name,
      user.plan.name,
      user.developers,
      inWords(user.runsAMonth),
      user.runners,
      (bill.calls / 1e6).toFixed(1),
      bill.gigabytes.toFixed(1),
      bill.gigabyteHours.toFixed(0),
      inWords(bill.dollars),
      inWords(billOf({ ...user, runners: 0 }, costs).dollars),
    ];
  }),
)}

## Following pull requests

A look at an open request that finds nothing new needs ${followingBill(costs, 1, 0).callsPerLook} calls. A request that
is open all month and is not pushed to is looked at ${inWords(looksAMonth)} times. With a hook, each message of the code host leads to one
more look, at once; the regular ones stay, in case a message is lost. Beyond what the plan Professional includes, a thousand
open requests cost in a month:

${table(
  ["", "looks", "million calls", "GB", "dollars a month"],
  [
    { name: "without hooks", bill: followingBill(costs, 1000, 0) },
    { name: "with hooks, and 30 messages for each request", bill: followingBill(costs, 1000, 30) },
  ].map(({ name, bill: { looks, calls, gigabytes, dollars } }) => {
    return [name, inWords(looks), (calls / 1e6).toFixed(1), gigabytes.toFixed(1), inWords(dollars)];
  }),
)}
`;
}

/** Reads the figures of the first table, by operation. */
export function readPage(page: string): Map<string, Written> {
  const rows = page.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [, name = "", calls, , documentsRead, , documentsWritten] = cells;
    if (cells.length !== 9 || !/^\d+$/.test(calls ?? "")) return [];
    const written = {
      calls: Number(calls),
      documentsRead: Number(documentsRead),
      documentsWritten: Number(documentsWritten),
    };
    return [[name, written] as const];
  });
  return new Map(rows);
}

function inWords(amount: number): string {
  return Math.round(amount).toLocaleString("en-US");
}

function table(head: string[], rows: (string | number)[][]): string {
  const cells = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const isText = (at: number) => rows.some((row) => !/^[\d.,]+$/.test(String(row[at])));
  const line = (row: string[]) =>
    `| ${row.map((cell, at) => (isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, at) => (isText(at) ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  const [first = [], ...others] = cells;
  return [line(first), `| ${rule.join(" | ")} |`, ...others.map(line)].join("\n");
}
