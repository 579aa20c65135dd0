import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { isConflict, retryOnConflict } from "./conflicts";

const conflict = () =>
  new Error(
    'Documents read from or written to the "runNumbers" table changed while this mutation was being run and on every ' +
      "subsequent retry. See https://docs.convex.dev/error#1",
  );

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A mutation that conflicts `times` times; each call takes `takesMs`. */
function contended(times: number, takesMs = 0): () => Promise<number> {
  let calls = 0;
  return async () => {
    calls++;
    await new Promise((resolve) => {
      setTimeout(resolve, takesMs);
    });
    if (calls <= times) throw conflict();
    return calls;
  };
}

/** The result or the error of the mutation, without waiting for real time. */
async function endOf(mutation: () => Promise<number>): Promise<unknown> {
  const end = retryOnConflict(mutation).catch((thrown: unknown) => thrown);
  await vi.runAllTimersAsync();
  return await end;
}

it("a mutation that conflicts is run again, until it is done", async () => {
  expect(await endOf(contended(0))).toBe(1);
  expect(await endOf(contended(7))).toBe(8);
});

it("a mutation that conflicts for too long fails with the last error", async () => {
  const mutation = vi.fn<() => Promise<number>>(contended(Infinity));
  expect(isConflict(await endOf(mutation))).toBe(true);
  expect(Date.now()).toBeLessThanOrEqual(15_000);
  expect(mutation.mock.calls.length).toBeGreaterThan(8);
});

it("no try begins after the time limit", async () => {
  const mutation = vi.fn<() => Promise<number>>(contended(Infinity, 4000));
  expect(isConflict(await endOf(mutation))).toBe(true);
  expect(mutation).toHaveBeenCalledTimes(4);
});

it("any other error is thrown at once", async () => {
  const failing = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("The run is not running.")));
  await expect(retryOnConflict(failing)).rejects.toThrow("The run is not running.");
  expect(failing).toHaveBeenCalledOnce();
});
