// Installs the global names of a context: those of Convex's default runtime, and no others.
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { Context } from "node:vm";
import { activeRun } from "../activeRun";
import type { Realm } from "../realm";
import { Headers } from "../web/headers";
import { Request } from "../web/request";
import { Response } from "../web/response";
import { guestStructuredClone } from "./clone";
import { guestDate } from "./clock";
import { guestConsole } from "./console";
import { convexGlobal } from "./convex";
import { Crypto, guestCrypto, SubtleCrypto } from "./crypto";
import { CryptoKey } from "./cryptoKey";
import { guestProcess } from "./environment";
import { hostObjects } from "./hostObjects";
import { removeNewerGlobals } from "./language";
import { pinLocale } from "./locale";
import { guestFetch } from "./network";
import { guestPerformance, Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure } from "./performance";
import { guardSizes } from "./sizes";
import { clearGuestTimer, setGuestInterval, setGuestTimeout } from "./timers";
import { GuestFinalizationRegistry, GuestWeakRef } from "./weak";
import { instantiateInSteps, refuseSharedMemory } from "./webAssembly";

/** Returns a class of the host that older versions of Node do not have. */
function ifPresent(name: string): Record<string, unknown> {
  const found: unknown = Reflect.get(globalThis, name);
  return found === undefined ? {} : { [name]: found };
}

/** Globals that all contexts share. They find the run that calls them, or need none. */
export const sharedGlobals: Record<string, unknown> = {
  ...hostObjects,
  AbortController,
  AsyncLocalStorage,
  AsyncResource,
  Crypto,
  CryptoKey,
  DOMException,
  Event,
  EventTarget,
  FinalizationRegistry: GuestFinalizationRegistry,
  Headers,
  Performance,
  PerformanceEntry,
  PerformanceMark,
  PerformanceMeasure,
  Request,
  Response,
  SubtleCrypto,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  WeakRef: GuestWeakRef,
  atob,
  btoa,
  clearInterval: clearGuestTimer,
  clearTimeout: clearGuestTimer,
  fetch: guestFetch,
  setInterval: setGuestInterval,
  setTimeout: setGuestTimeout,
  structuredClone: guestStructuredClone,
  // Buffers that host objects make (bodies, digests, encoded text) belong to these classes. The convex package checks
  // buffers with `instanceof`, so guest code must see the same classes.
  ArrayBuffer,
  BigInt64Array,
  BigUint64Array,
  DataView,
  ...ifPresent("Float16Array"),
  Float32Array,
  Float64Array,
  Int16Array,
  Int32Array,
  Int8Array,
  Uint16Array,
  Uint32Array,
  Uint8Array,
  Uint8ClampedArray,
};

/** Checks whether the installed globals are still there. */
export interface InstalledGlobals {
  /** Called after every run, so it checks only what all functions need. */
  hasConvex(): boolean;
  areWhole(): boolean;
}

export function installGlobals(context: Context, realm: Realm): InstalledGlobals {
  const convex = convexGlobal();
  const methods = { ...convex };
  const own: Record<string, unknown> = {
    Convex: convex,
    Date: guestDate(realm),
    console: guestConsole(),
    crypto: guestCrypto(),
    performance: guestPerformance(),
    process: guestProcess(),
    self: context,
  };
  removeNewerGlobals(context);
  define(context, sharedGlobals);
  define(context, own);
  defineForms(context);
  const trulyRandom = realm.Math.random;
  realm.Math.random = () => activeRun().randomness()?.fraction() ?? trulyRandom();
  guardSizes(context);
  pinLocale(context);
  refuseSharedMemory(context);
  removeBlocking(realm);
  instantiateInSteps(context);
  const installed = Object.entries({ ...sharedGlobals, ...own, ...intrinsicsOf(context) });
  const hasConvex = (): boolean =>
    context["Convex"] === convex &&
    convex.syscall === methods.syscall &&
    convex.asyncSyscall === methods.asyncSyscall &&
    convex.jsSyscall === methods.jsSyscall;
  const areWhole = (): boolean =>
    hasConvex() && hasForms(context) && installed.every(([name, value]) => context[name] === value);
  return { hasConvex, areWhole };
}

/** Returns those globals of the language that no code can do without. */
function intrinsicsOf(context: Context): Record<string, unknown> {
  const names = ["Array", "Error", "JSON", "Map", "Math", "Object", "Promise", "Reflect", "Set", "String", "Symbol"];
  return Object.fromEntries(names.map((name) => [name, context[name]]));
}

function define(context: Context, globals: Record<string, unknown>): void {
  for (const name of Object.keys(globals)) {
    Object.defineProperty(context, name, {
      value: globals[name],
      configurable: true,
      enumerable: false,
      writable: true,
    });
  }
}

/** Returns the class of forms. Node loads it when it is first named, which takes a tenth of a start. */
const classOfForms = (): unknown => FormData;

function defineForms(context: Context): void {
  Object.defineProperty(context, "FormData", {
    get: classOfForms,
    set(value: unknown) {
      define(context, { FormData: value });
    },
    configurable: true,
    enumerable: false,
  });
}

/** A context whose code has only read the property still has its getter. */
function hasForms(context: Context): boolean {
  return Object.getOwnPropertyDescriptor(context, "FormData")?.get === classOfForms;
}

/** These functions would stop the engine's only thread, or continue without the engine's knowledge. */
function removeBlocking({ Atomics, WebAssembly }: Realm): void {
  Reflect.deleteProperty(Atomics, "wait");
  Reflect.deleteProperty(Atomics, "waitAsync");
  for (const name of ["compile", "instantiate"] as const) {
    const compile: (...args: unknown[]) => Promise<unknown> = WebAssembly[name];
    Reflect.set(WebAssembly, name, (...args: unknown[]) => activeRun().adopt(compile(...args)));
  }
}
