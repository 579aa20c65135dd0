// The clock that the running function sees.
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
