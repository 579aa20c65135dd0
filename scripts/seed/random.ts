// Random choices that are the same whenever the seed is the same. Each thing has its own sequence, so the order in
// which things are made at once does not matter.

export interface Chance {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns a whole number; both ends are possible. */
  between(least: number, most: number): number;
  is(probability: number): boolean;
  /** Returns one of the items. Throws when there are none. */
  pick<Item>(items: readonly Item[]): Item;
  /** Returns `count` of the items, in their order. */
  some<Item>(items: readonly Item[], count: number): Item[];
}

/** Returns the sequence of a thing, such as `chanceOf(1, "run 17")`. */
export function chanceOf(seed: number, thing: string): Chance {
  const next = sequence(hash(`${seed} ${thing}`));
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    is: (probability) => next() < probability,
    pick: (items) => {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new Error("There is nothing to pick from.");
      return item;
    },
    some: (items, count) => {
      const left = [...items.keys()];
      while (left.length > count) left.splice(between(0, left.length - 1), 1);
      return left.flatMap((index) => items.slice(index, index + 1));
    },
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** Mulberry32. */
function sequence(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
