// A hostile agent in bubblewrap tries everything in `attempts.ts`: each line alone, and several together as a seed
// says, which is printed. `HOSTILE_SEED` repeats it, `HOSTILE_ONLY` names a part of the attempts, and `PROOFS=long`
// tries more together. Nothing of the user, of the runner, of other repositories and of other runs changes or becomes
// known, and honest runs continue as before.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isTried, users } from "../../../packages/runner/tests/isolated";
import { attempts } from "./attempts";
import { Field } from "./field";

const isLong = process.env["PROOFS"] === "long";
const combinations = isLong ? 250 : 20;
const seed = Number(process.env["HOSTILE_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const only = process.env["HOSTILE_ONLY"] ?? "";
const names = Object.keys(attempts).filter((name) => name.includes(only));
/** Those of one kind that end nothing go together, and all others alone. */
const alone = isLong ? names.map((name) => [name]) : inGroups(names);
/** The ordinary user is the last. Root differs in its rights only, so it tries some together. */
const ordinary = users.at(-1);
const atOnce = 4;

function inGroups(all: string[]): string[][] {
  const isHarmless = (name: string) => name.startsWith("the setting ");
  const harmless = all.filter(isHarmless);
  const groups = harmless.flatMap((_, index) => (index % 6 === 0 ? [harmless.slice(index, index + 6)] : []));
  return [...groups, ...all.filter((name) => !isHarmless(name)).map((name) => [name])];
}

/** Numbers from 0 to 1 (mulberry32). */
function random(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function together(count: number): string[][] {
  const next = random(seed);
  const pick = () => names[Math.floor(next() * names.length)] ?? "";
  return Array.from({ length: count }, () => [...new Set(Array.from({ length: 2 + Math.floor(next() * 3) }, pick))]);
}

describe.skipIf(!isTried).each(users)("hostile agents of a runner of $name", (user) => {
  let field: Field;
  let asFresh: Awaited<ReturnType<Field["honest"]>>;
  beforeAll(async () => {
    field = await Field.make(user);
    asFresh = await field.honest();
  });
  afterAll(async () => await field?.end());

  /** Each list is what one agent tries in one worktree. */
  async function expectNothing(lists: string[][]): Promise<void> {
    await field.watch();
    const refs = field.refs();
    const waiting = [...lists];
    const [reached, ends]: [string[], string[]] = [[], []];
    const work = async () => {
      for (let list = waiting.shift(); list !== undefined; list = waiting.shift()) {
        const what = list.join(" + ");
        const scripts = list.map((name) => attempts[name] ?? "");
        try {
          const outcome = await field.attack(
            scripts,
            list.some((name) => name.includes("the answer")),
          );
          ends.push(outcome.status);
          reached.push(...outcome.reached.map((reach) => `${what}: ${reach}`));
        } catch (error) {
          reached.push(`${what}: ${String(error)}`);
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(reached, `HOSTILE_SEED=${seed}`).toEqual([]);
    expect(ends.filter((status) => !["completed", "failed"].includes(status))).toEqual([]);
    await expect.poll(() => field.leftovers()).toEqual([]);
    expect(field.leaks()).toEqual([]);
    expect(field.damage()).toBe("");
    const now = field.refs();
    const moved = [...refs].filter(([name, id]) => !name.includes("/worktrees/") && now.get(name) !== id);
    expect(moved).toEqual([]);
    const foreign = [...now.keys()].filter(
      (name) =>
        !refs.has(name) && !/ refs\/(heads|remotes\/origin)\/switchyard\/run-\d+-1$| refs\/switchyard\//.test(name),
    );
    expect(foreign).toEqual([]);
    await field.stopWatching();
    // Where all of them failed, nothing would have been tried.
    expect(ends).toContain("completed");
    await field.restart();
    expect(await field.honest()).toEqual(asFresh);
  }

  it.runIf(user === ordinary)("reach nothing with any attempt alone", async () => {
    await expectNothing(alone);
  });

  it(`reach nothing with several attempts together (HOSTILE_SEED=${seed})`, async () => {
    await expectNothing(together(combinations));
  });
});
