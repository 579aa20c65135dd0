// What a person finds by words: five of each kind at most, however many there are.
import type { Area } from "../../support/readBudgets/area";

export const area: Area = {
  rows: {},
  budgets: [
    // No text has this word.
    ["function search/dashboard:find", 3, ({ projectId }) => ({ projectId, search: "nowhere" })],
    // Words that many things have, and the number of a run.
    [
      "function search/dashboard:find",
      28,
      ({ projectId }) => ({ projectId, search: "build crash crashes sprint learning" }),
    ],
    ["function search/dashboard:find", 4, ({ projectId }) => ({ projectId, search: "run 1000000" })],
  ],
};
