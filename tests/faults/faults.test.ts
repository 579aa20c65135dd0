// `npm run faults` takes half an hour, so it runs rarely. That its faults can still be planted is tested every day.
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { faults } from "./faults";

const timesIn = (text: string, part: string) => text.split(part).length - 1;

it("each fault can be planted: its code is in its file exactly once", () => {
  const planted = faults.map(({ name, file, find }) => {
    const times = existsSync(file) ? timesIn(readFileSync(file, "utf8"), find) : "no such file";
    return { name, file, times };
  });
  expect(planted.filter(({ times }) => times !== 1)).toStrictEqual([]);
});

it("each fault changes something, and has a name of its own and tests that are there", () => {
  expect(faults.filter(({ find, replace }) => find === replace)).toStrictEqual([]);
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.filter(({ likely }) => likely.length === 0 || !likely.every((file) => existsSync(file)))).toStrictEqual(
    [],
  );
});
