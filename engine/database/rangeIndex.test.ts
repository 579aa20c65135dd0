import * as fc from "fast-check";
import { expect, it } from "vitest";
import { RangeIndex, type TextRange } from "./rangeIndex";

const key = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 3 });
const range = fc
  .record({ from: key, to: fc.option(key, { nil: null }) })
  .map(({ from, to }): TextRange => ({ from, to: to === null || to > from ? to : `${from}\u0000` }));

const holds = ({ from, to }: TextRange, wanted: string) => from <= wanted && (to === null || wanted < to);

it("finds exactly the members of the ranges that contain a key, whatever was added and removed", () => {
  const step = fc.record({ range, member: fc.nat(5), isAddition: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.array(key, { minLength: 1, maxLength: 8 }), (steps, keys) => {
      const index = new RangeIndex<number>();
      let expected: { range: TextRange; member: number }[] = [];
      const isSame = (a: { range: TextRange; member: number }, b: typeof a) =>
        a.member === b.member && a.range.from === b.range.from && a.range.to === b.range.to;
      for (const { isAddition, ...entry } of steps) {
        expected = expected.filter((known) => !isSame(known, entry));
        if (isAddition) {
          expected.push(entry);
          index.add(entry.range, entry.member);
        } else {
          index.remove(entry.range, entry.member);
        }
      }
      for (const wanted of keys) {
        const found = new Set<number>();
        index.find(wanted, (member) => found.add(member));
        const due = new Set(expected.filter((entry) => holds(entry.range, wanted)).map(({ member }) => member));
        expect(found).toStrictEqual(due);
      }
      expect(index.isEmpty).toBe(expected.length === 0);
    }),
  );
});

it("looks at few of 20,000 ranges", () => {
  const index = new RangeIndex<string>();
  const text = (n: number) => String(n).padStart(6, "0");
  for (let n = 0; n < 20_000; n++) index.add({ from: text(n), to: text(n + 1) }, text(n));
  const found: string[] = [];
  const startedAt = performance.now();
  for (let n = 0; n < 20_000; n += 2) index.find(text(n), (member) => found.push(member));
  // A search through all ranges, done 10,000 times, would take seconds.
  expect(performance.now() - startedAt).toBeLessThan(1_000);
  expect(found).toHaveLength(10_000);
});
