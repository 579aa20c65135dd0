import { expect, it } from "vitest";
import { searchAssets } from "./searchAssets";

const assets = [
  { name: "House rules", description: "How we write" },
  { name: "Règles", description: null },
  { name: "rules of the board", description: "Who decides" },
];
const namesFor = (search: string) => searchAssets(assets, search).map(({ name }) => name);

it("finds every word in the name or the description, in any case", () => {
  expect(namesFor("RULES")).toEqual(["House rules", "rules of the board"]);
  expect(namesFor("write  house")).toEqual(["House rules"]);
  expect(namesFor("rÈgles")).toEqual(["Règles"]);
  expect(namesFor("rules null")).toEqual([]);
});

it("finds everything by nothing", () => {
  expect(searchAssets(assets, "")).toEqual(assets);
});
