// The navigation: several people add to it at the same time.
import { expect, it } from "vitest";
import { addressOf, areaOf, areaPages, areas, searchOf } from "./areas";

it("no two pages share an address, a title or a key", () => {
  const keys = areaPages.flatMap(({ key }) => (key === undefined ? [] : [`g ${key}`]));
  const values = [...areaPages.flatMap((page) => [addressOf(page), page.title]), ...keys];
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  // `g i` opens the inbox, which belongs to no project.
  expect(keys).not.toContain("g i");
});

it("the navigation and the inbox have ten entries", () => {
  expect(["Inbox", ...areas.map(({ label }) => label)]).toHaveLength(10);
});

it("finds the area of a page and of what is below it", () => {
  const labelOf = (page: string) => areaOf(page)?.label;
  expect(["reviews", "reviews/as_1", "skills/asset_1", "runners", "settings/keys"].map(labelOf)).toEqual([
    "Issues",
    "Issues",
    "Knowledge",
    "Settings",
    "Settings",
  ]);
  expect([labelOf("run"), labelOf("settingsx"), labelOf("")]).toEqual([undefined, undefined, undefined]);
});

it("keeps the filters between the list and the board, except the state", () => {
  const [list, board] = areas.find(({ label }) => label === "Issues")!.pages;
  expect(searchOf(board!, "search=cart&status=open")).toBe("?search=cart&view=board");
  expect(searchOf(list, "search=cart&view=board")).toBe("?search=cart");
  expect(searchOf(list)).toBe("");
});
