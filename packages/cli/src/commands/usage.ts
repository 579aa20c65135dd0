// `switchyard usage ...`: what the work has come to.
import { command } from "../frame/command";
import { Failure } from "../frame/failure";
import { omitUndefined } from "../frame/omitUndefined";
import { bold, dim } from "../terminal/text";
import type { Text } from "../terminal/text";
import type { Outcome } from "./types";
import { dollars } from "./show";

const groupings = ["none", "workflow", "persona", "model", "agent"] as const;

const outcomes = command({
  name: "usage outcomes",
  about: "Show how many pull requests of runs were merged, and what that cost",
  details:
    "Runs count on the day of their creation, in UTC. MERGED has the rate of those that are merged or closed, with the " +
    "range in which the true rate is in 95 of 100 cases.",
  arguments: {},
  options: {
    by: { kind: "text", value: "what", about: "workflow, persona, model, agent or none (workflow)" },
    since: { kind: "text", value: "date", about: "runs since this day, such as 2026-11-01 (366 days)" },
    until: { kind: "text", value: "date", about: "runs until this day (today)" },
  },
  examples: [
    { line: "switchyard usage outcomes", about: "By workflow" },
    { line: "switchyard usage outcomes --by model --since 2026-11-01", about: "Which model gets its work merged" },
  ],
  run: async ({ client, signal, terminal, isJson }, { options }) => {
    const groupBy = groupings.find((each) => each === (options.by ?? "workflow"));
    if (groupBy === undefined) throw new Failure("usage", `--by is one of ${groupings.join(", ")}.`);
    const asked = { groupBy, ...omitUndefined({ startDate: options.since, endDate: options.until }) };
    const rows = await client().analytics.outcomes(asked, { signal });
    if (isJson) {
      for (const row of rows) terminal.json(row);
      return;
    }
    if (rows.length === 0) return terminal.note("No runs were created in this time.");
    terminal.table(
      [
        { title: groupBy === "none" ? "RUNS OF" : groupBy.toUpperCase(), of: (row) => nameOf(row, groupBy) },
        { title: "RUNS", of: ({ runs }) => String(runs), isWhole: true },
        { title: "REQUESTS", of: ({ requests }) => String(requests), isWhole: true },
        { title: "OPEN", of: ({ open }) => String(open), isWhole: true },
        { title: "MERGED", of: mergedText, isWhole: true },
        { title: "COST", of: ({ costUsd, unratedRecords }) => costText(costUsd, unratedRecords), isWhole: true },
        {
          title: "PER MERGED",
          of: ({ costPerMergedUsd: cost }) => (cost === null ? "-" : dollars(cost)),
          isWhole: true,
        },
        { title: "HOURS", of: ({ meanHoursToMerge }) => shortNumber(meanHoursToMerge), isWhole: true },
        { title: "ROUNDS", of: ({ meanRounds }) => shortNumber(meanRounds), isWhole: true },
      ],
      rows,
    );
  },
});

function nameOf({ key, name }: Outcome, groupBy: (typeof groupings)[number]): Text {
  if (groupBy === "none") return bold("all");
  return name === null ? dim(key ?? `no ${groupBy}`) : bold(name);
}

function mergedText({ merged, mergeRate }: Outcome): string {
  if (mergeRate === null) return String(merged);
  const percent = (share: number) => Math.round(100 * share);
  return `${merged} (${percent(mergeRate.value)}%, ${percent(mergeRate.low)} to ${percent(mergeRate.high)}%)`;
}

/** Usage without a known price makes the cost too low. */
const costText = (usd: number, unrated: number): string => (unrated === 0 ? dollars(usd) : `${dollars(usd)} +`);

const shortNumber = (value: number | null): string => (value === null ? "-" : value.toFixed(1));

export const usage = [outcomes];
