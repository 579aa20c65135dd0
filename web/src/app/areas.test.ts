// The navigation: several people add to it at the same time.
import { expect, it } from "vitest";
import { areas } from "./areas";

it("no two areas share a name or a key", () => {
  const values = areas.flatMap(({ name, key }) => [name, `g ${key}`]);
  expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  // `g i` opens the inbox, which belongs to no project.
  expect(values).not.toContain("g i");
});
