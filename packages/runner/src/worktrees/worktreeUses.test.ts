import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { WorktreeUses } from "./worktreeUses";

const ended = Symbol("ended");
const soon = () => pause(5);

/** Work that lasts until the test ends it. */
function held() {
  const over = new AbortController();
  const work = async (): Promise<void> => {
    await once(over.signal, "abort");
    if (over.signal.reason !== ended) throw over.signal.reason;
  };
  return { work, end: (reason: unknown = ended) => over.abort(reason) };
}

it("removes a worktree when its last user has gone", async () => {
  const inUse = new WorktreeUses();
  const [first, second] = [held(), held()];
  const uses = [inUse.useDuring("a", first.work), inUse.useDuring("a", second.work)];
  await soon();
  let isRemoved = false;
  await inUse.removeWhenUnused("a", async () => void (isRemoved = true));
  first.end();
  await soon();
  expect([isRemoved, inUse.isUsed("a")]).toEqual([false, true]);
  second.end();
  await Promise.all(uses);
  expect([isRemoved, inUse.isUsed("a")]).toEqual([true, false]);
});

it.each([true, false])("begins no use while a removal is under way (which succeeds: %s)", async (succeeds) => {
  const inUse = new WorktreeUses();
  const { work: remove, end } = held();
  const removal = Promise.allSettled([inUse.removeWhenUnused("a", remove)]);
  let isUsed = false;
  const use = inUse.useDuring("a", async () => void (isUsed = true));
  await inUse.useDuring("b", soon);
  expect(isUsed).toBe(false);
  end(succeeds ? undefined : new Error("The disk is broken."));
  await use;
  expect([isUsed, (await removal)[0].status]).toEqual([true, succeeds ? "fulfilled" : "rejected"]);
});
