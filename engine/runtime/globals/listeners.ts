// Event listeners of guest code. Node calls a listener whenever the event occurs, and ends the process when it throws.
// So a guest's listener runs as a step of the run that added it, and its error belongs to that run. The same holds for
// the errors of host functions that guest code added, or that the host added while it worked for guest code.
import { activeRunOrNull } from "../activeRun";
import type { Run } from "../run";

type Listener = EventListenerOrEventListenerObject;

/** For each listener of guest code: the host's listener that was added in its place, and the run that added it. */
const stepped = new WeakMap<Listener, { run: Run; step: EventListener }>();

/** Objects that guest code makes belong to another realm. */
function isOfGuest(listener: Listener): boolean {
  let prototype: unknown = listener;
  while (prototype !== null && prototype !== Object.prototype) prototype = Object.getPrototypeOf(prototype);
  return prototype === null;
}

function isListener(value: unknown): value is Listener {
  return typeof value === "function" || (typeof value === "object" && value !== null);
}

function stepOf(run: Run, listener: Listener): EventListener {
  const known = stepped.get(listener);
  if (known?.run === run) return known.step;
  const isAtOnce = !isOfGuest(listener);
  const step = function (this: unknown, event: Event): void {
    const call = (): void => {
      try {
        if (typeof listener === "function") Reflect.apply(listener, this, [event]);
        else listener.handleEvent(event);
      } catch (error) {
        const fail = (): void => run.fail(error);
        if (activeRunOrNull() === run) fail();
        else run.resume(fail);
      }
    };
    if (isAtOnce || activeRunOrNull() === run) call();
    else run.resume(call);
  };
  stepped.set(listener, { run, step });
  return step;
}

/** Must be called once. Listeners that the host adds outside of guest code are not changed. */
export function guardListeners(): void {
  const add = methodOf("addEventListener");
  const remove = methodOf("removeEventListener");
  Object.assign(EventTarget.prototype, {
    addEventListener(this: EventTarget, type: string, listener: Listener | null, options?: AddEventListenerOptions) {
      const run = activeRunOrNull();
      const added = run !== null && isListener(listener) ? stepOf(run, listener) : listener;
      Reflect.apply(add, this, [type, added, options]);
    },
    removeEventListener(this: EventTarget, type: string, listener: Listener | null, options?: EventListenerOptions) {
      const added = listener === null ? null : (stepped.get(listener)?.step ?? listener);
      Reflect.apply(remove, this, [type, added, options]);
    },
  });
  Object.defineProperty(AbortSignal.prototype, "onabort", { configurable: true, enumerable: true, ...onabort });
}

function methodOf(name: string): (...args: unknown[]) => unknown {
  const method: unknown = Reflect.get(EventTarget.prototype, name);
  if (typeof method !== "function") throw new Error(`Events have no ${name}.`);
  return method as (...args: unknown[]) => unknown;
}

const handlers = new WeakMap<object, Listener>();

/** Replaces Node's `onabort`, because Node calls the handler from a listener of the host. */
const onabort = {
  get(this: AbortSignal): Listener | null {
    return handlers.get(this) ?? null;
  },
  set(this: AbortSignal, handler: unknown) {
    const former = handlers.get(this);
    if (former !== undefined) this.removeEventListener("abort", former);
    handlers.delete(this);
    if (typeof handler !== "function") return;
    handlers.set(this, handler as EventListener);
    this.addEventListener("abort", handler as EventListener);
  },
};
