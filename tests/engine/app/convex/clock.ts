// What functions see of time and random numbers.
import {
  actionGeneric as action,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";

const loadedAt = Date.now();
const rolledAtLoad = Math.random();
let runs = 0;

/** Computes long enough for a running clock to move by several milliseconds. */
function busy(): number {
  let sum = 0;
  for (let step = 0; step < 20_000_000; step += 1) sum = (sum + step) % 1_000_003;
  return sum;
}

function spread(): { moved: boolean; sum: number } {
  const before = Date.now();
  const sum = busy();
  return { moved: Date.now() !== before || new Date().getTime() !== before, sum };
}

export const inQuery = query({ args: {}, handler: () => spread().moved });
export const inMutation = mutation({ args: {}, handler: () => spread().moved });
export const inAction = action({ args: {}, handler: () => spread().moved });

export const now = query({ args: {}, handler: () => Date.now() });
export const nowInMutation = mutation({ args: {}, handler: () => Date.now() });

export const nestedNow = mutation({
  args: {},
  handler: async (ctx) => {
    const outer = Date.now();
    busy();
    const inner = await ctx.runQuery(makeFunctionReference<"query", Record<string, never>, number>("clock:now"), {});
    return inner === outer;
  },
});

export const dice = mutation({
  args: {},
  handler: () => ({
    rolls: [Math.random(), Math.random(), Math.random()],
    uuid: crypto.randomUUID(),
    bytes: crypto.getRandomValues(new Uint8Array(16)).buffer,
  }),
});

/** One mutation calls the same function twice. */
export const nestedDice = mutation({
  args: {},
  handler: async (ctx) => {
    const dice = makeFunctionReference<"mutation", Record<string, never>, { uuid: string }>("clock:dice");
    return [(await ctx.runMutation(dice, {})).uuid, (await ctx.runMutation(dice, {})).uuid, crypto.randomUUID()];
  },
});

export const atLoad = mutation({ args: {}, handler: () => ({ loadedAt, rolledAtLoad }) });

/** Counts the calls in this copy of the module. */
export const moduleState = mutation({
  args: {},
  handler: () => {
    runs += 1;
    return runs;
  },
});

export const globalState = mutation({
  args: {},
  handler: () => {
    const holder = globalThis as { leftBehind?: number };
    holder.leftBehind = (holder.leftBehind ?? 0) + 1;
    return holder.leftBehind;
  },
});

export const fetchInQuery = query({ args: {}, handler: async () => (await fetch("http://127.0.0.1:9/")).status });
export const timerInMutation = mutation({
  args: {},
  handler: async () => await new Promise((resolve) => setTimeout(resolve, 1)),
});
export const timerInAction = action({
  args: {},
  handler: async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return "waited";
  },
});

export const digest = query({
  args: {},
  handler: async () => {
    const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("abc"));
    return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  },
});

/** What depends on the language of the runtime. */
export const locale = query({
  args: {},
  handler: () => ({
    numbers: [1234.5, 1234n].map((number) => number.toLocaleString()),
    dates: [new Date(0).toLocaleDateString(), new Date(0).toLocaleTimeString()],
    unknown: (1234.5).toLocaleString("xx"),
    german: (1234.5).toLocaleString("de"),
    upper: "i".toLocaleUpperCase(),
    sorted: ["z", "ä", "a"].toSorted((a, b) => a.localeCompare(b)),
    formats: [Intl.DateTimeFormat(), Intl.NumberFormat(), new Intl.Collator()].map(
      (format) => format.resolvedOptions().locale,
    ),
    isInstance: new Intl.ListFormat() instanceof Intl.ListFormat,
  }),
});

/** The time zone of the runtime, which does not depend on the machine's. */
export const zone = query({ args: {}, handler: () => new Date(2020, 5, 1).getTimezoneOffset() });
