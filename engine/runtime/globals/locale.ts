// Functions format and compare in American English, as on Convex, whatever the language of the host. ICU takes its
// default from the environment when the process starts and cannot be given another, so a context of a host with another
// language gets functions that name the locale.
import { type Context, Script } from "node:vm";

const LOCALE = "en-US";

/** The locale comes last, so it is taken also when the named ones are unknown, as a default would be. */
const PINNED = new Script(`(() => {
  "use strict";
  const { apply, construct, ownKeys } = Reflect;
  const { isArray } = Array;
  const withLocale = ([locales, ...rest]) => {
    if (locales === undefined) return ["${LOCALE}", ...rest];
    if (typeof locales === "string") return [[locales, "${LOCALE}"], ...rest];
    return [isArray(locales) ? [...locales, "${LOCALE}"] : locales, ...rest];
  };
  const pinned = (native, argumentsOf) =>
    new Proxy(native, {
      apply: (target, self, args) => apply(target, self, argumentsOf(args)),
      construct: (target, args, newTarget) => construct(target, argumentsOf(args), newTarget),
    });
  const redefine = (owner, name, value) => Object.defineProperty(owner, name, { value });
  for (const name of ownKeys(Intl)) {
    const native = Intl[name];
    if (typeof native !== "function" || !("supportedLocalesOf" in native)) continue;
    redefine(Intl, name, pinned(native, withLocale));
    redefine(native.prototype, "constructor", Intl[name]);
  }
  const first = ["toLocaleString", "toLocaleDateString", "toLocaleTimeString", "toLocaleUpperCase", "toLocaleLowerCase"];
  for (const { prototype } of [Number, BigInt, Date, String]) {
    for (const name of first.filter((name) => Object.hasOwn(prototype, name))) {
      redefine(prototype, name, pinned(prototype[name], withLocale));
    }
  }
  redefine(String.prototype, "localeCompare", pinned(String.prototype.localeCompare, ([that, ...rest]) => [
    that,
    ...withLocale(rest),
  ]));
})()`);

/** Looks where ICU looks. To ask ICU would take a tenth of a start. */
function hasLocaleOfHost({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): boolean {
  return /^(C|POSIX|en_US)(\.|$)/.test(LC_ALL ?? LC_MESSAGES ?? LANG ?? "C");
}

const isOfHost = hasLocaleOfHost(process.env);

export function pinLocale(context: Context): void {
  if (!isOfHost) PINNED.runInContext(context);
}
