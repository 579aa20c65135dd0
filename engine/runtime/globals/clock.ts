// The clock that the running function sees.
import { performance as hostPerformance } from "node:perf_hooks";
import { activeRun } from "../activeRun";
import type { Realm } from "../realm";

const now = (): number => activeRun().now();

const dateHandler: ProxyHandler<DateConstructor> = {
  apply: (target) => new target(now()).toString(),
  construct: (target, args, newTarget): object =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
};

/** The context's `Date`. It asks the run for the current time. */
export function guestDate(realm: Realm): DateConstructor {
  const date = new Proxy(realm.Date, dateHandler);
  realm.Date.now = now;
  realm.Date.prototype.constructor = date;
  return date;
}

export interface GuestPerformance {
  now(): number;
  readonly timeOrigin: number;
  toJSON(): { timeOrigin: number };
}

/** A query must not see time pass. Mutations and actions may measure how long they take. */
export function guestPerformance(): GuestPerformance {
  return {
    now() {
      const run = activeRun();
      const isStill = run.isImporting || run.kind === "query";
      return isStill ? 0 : hostPerformance.now() - run.startedAt;
    },
    get timeOrigin() {
      return activeRun().environment.now;
    },
    toJSON() {
      return { timeOrigin: this.timeOrigin };
    },
  };
}
