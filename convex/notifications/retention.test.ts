import { convexTest } from "convex-test";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import schema from "../schema";
import { markAllRead, readUnread } from "./inbox";
import { markRead, notifyMembers } from "./model";
import { sweepNotifications } from "./retention";
import type { Sweep } from "./retention";

const modules = import.meta.glob(["../**/*.*s", "!../**/*.test.ts"]);
const dayMs = 24 * 60 * 60 * 1000;
const begin = Date.UTC(2026, 0, 1);

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: begin }));
afterEach(() => void vi.useRealTimers());

async function membership(t: ReturnType<typeof convexTest>) {
  return await t.run(async (ctx) => {
    const userId = await ctx.db.insert("users", { email: "a@example.com" });
    const projectId = await ctx.db.insert("projects", { name: "P", slug: "p", gitRepoUrl: null });
    await ctx.db.insert("projectMembers", { projectId, userId, role: "owner" });
    return { projectId, userId };
  });
}

it("drops what was read 90 days ago, or made a year ago, and counts what is unread rightly", async () => {
  const t = convexTest(schema, modules);
  const recipient = await membership(t);
  const tell = (title: string) =>
    t.run(async (ctx) => (await notifyMembers(ctx, recipient.projectId, { type: "run_failed", title }))[0]!);
  const left = () =>
    t.run(async (ctx) => {
      const titles = (await ctx.db.query("notifications").take(1000)).map(({ title }) => title);
      return [titles, await readUnread(ctx, recipient.projectId, recipient.userId)];
    });
  const sweepOn = async (day: number) => {
    vi.setSystemTime(begin + day * dayMs);
    const first: Sweep = { nowMs: Date.now(), cursor: null };
    for (let step: Sweep | null = first; step !== null;) {
      const taken: Sweep = step;
      step = await t.run((ctx) => sweepNotifications(ctx, taken));
    }
  };
  await tell("all read at once");
  vi.setSystemTime(begin + dayMs);
  await t.run((ctx) => markAllRead(ctx, recipient));
  const one = await tell("read on day 50");
  for (let index = 0; index < 250; index++) await tell("never read");
  vi.setSystemTime(begin + 50 * dayMs);
  await t.run(async (ctx) => void (await markRead(ctx, (await ctx.db.get("notifications", one))!)));

  const never = Array.from({ length: 250 }, () => "never read");
  await sweepOn(90);
  expect(await left()).toEqual([["all read at once", "read on day 50", ...never], 250]);
  await sweepOn(92);
  expect(await left()).toEqual([["read on day 50", ...never], 250]);
  await sweepOn(139);
  expect(await left()).toEqual([["read on day 50", ...never], 250]);
  await sweepOn(141);
  expect(await left()).toEqual([never, 250]);
  await sweepOn(365);
  expect(await left()).toEqual([never, 250]);
  await sweepOn(367);
  expect(await left()).toEqual([[], 0]);
});
