// The calls of an action that the host has not answered. Convex warns of those that are left when the action ends.
import type { LogLine } from "./contract";
import type { Run } from "./run";

export class OpenCalls {
  /** One entry for each call. */
  readonly #open = new Set<{ name: string }>();

  add(name: string, promise: PromiseLike<unknown>): void {
    const call = { name };
    this.#open.add(call);
    const close = (): void => void this.#open.delete(call);
    promise.then(close, close);
  }

  /** Returns null when no call is left. */
  warning(): LogLine | null {
    const names = Array.from(this.#open, ({ name }) => name);
    if (names.length === 0) return null;
    const what = names.length === 1 ? "1 unawaited operation" : `${names.length} unawaited operations`;
    const list = [...new Set(names)].toSorted().join(", ");
    const message = `${what}: [${list}]. Async operations should be awaited or they might not run. See https://docs.convex.dev/functions/actions#dangling-promises for more information.`;
    return { level: "WARN", message, at: Date.now() };
  }
}

/** Like `run.adopt`, for what an action should have awaited before it ends. */
export function adoptCall<T>(
  run: Run,
  name: string,
  promise: PromiseLike<T>,
  toGuestError?: (error: unknown) => unknown,
): Promise<T> {
  if (run.isAction) (run.openCalls ??= new OpenCalls()).add(name, promise);
  return run.adopt(promise, toGuestError);
}
