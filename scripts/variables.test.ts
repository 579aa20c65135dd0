import { expect, it } from "vitest";
import { faultsOf, forDeployment, renamedIn } from "./variables";

it("a variable works under its former name, is checked as before, and the log says what it is called now", () => {
  const environment = { TALLY_SHARDS: "4", COUNTER_SHARDS: "" };
  expect(forDeployment(environment)).toEqual([["TALLY_SHARDS", "4"]]);
  expect(renamedIn(environment)).toEqual(["TALLY_SHARDS is called COUNTER_SHARDS now. The old name still works."]);
  expect(faultsOf({ TALLY_SHARDS: "17" })).toEqual(['TALLY_SHARDS is "17", which is not a number from 1 to 16.']);
  expect(renamedIn({ COUNTER_SHARDS: "4" })).toEqual([]);
  const both = { TALLY_SHARDS: "4", COUNTER_SHARDS: "2" };
  expect(renamedIn(both)).toEqual(["TALLY_SHARDS is called COUNTER_SHARDS now. It is not read."]);
});
