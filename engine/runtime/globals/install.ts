// The global names of a context: those of Convex's default runtime, and no others.
import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import type { Context } from "node:vm";
import { activeRun } from "../active";
import type { Realm } from "../realm";
import { Headers } from "../web/headers";
import { Request } from "../web/request";
import { Response } from "../web/response";
import { guestStructuredClone } from "./clone";
import { guestDate, guestPerformance } from "./clock";
import { guestConsole } from "./console";
import { convexGlobal } from "./convex";
import { Crypto, guestCrypto, SubtleCrypto } from "./crypto";
import { guestProcess } from "./environment";
import { hostObjects } from "./hostObjects";
import { guestFetch } from "./network";
import { clearGuestTimer, setGuestInterval, setGuestTimeout } from "./timers";
import { GuestFinalizationRegistry, GuestWeakRef } from "./weak";

/** The same for all contexts: these find the run that calls them, or need none. */
const shared: Record<string, unknown> = {
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
  FormData,
  Headers,
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
  // Buffers that host objects make (bodies, digests, encoded text) are these, and the convex package asks `instanceof`.
  ArrayBuffer,
  BigInt64Array,
  BigUint64Array,
  DataView,
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

export function installGlobals(context: Context, realm: Realm): void {
  define(context, shared);
  define(context, {
    Convex: convexGlobal(),
    Date: guestDate(realm),
    console: guestConsole(),
    crypto: guestCrypto(),
    performance: guestPerformance(),
    process: guestProcess(),
    self: context,
  });
  const trulyRandom = realm.Math.random;
  realm.Math.random = () => activeRun().randomness()?.fraction() ?? trulyRandom();
  removeBlocking(realm);
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

/** They would stop the engine's only thread, or go on behind the engine's back. */
function removeBlocking({ Atomics, WebAssembly }: Realm): void {
  Reflect.deleteProperty(Atomics, "wait");
  Reflect.deleteProperty(Atomics, "waitAsync");
  for (const name of ["compile", "instantiate"] as const) {
    const compile: (...args: unknown[]) => Promise<unknown> = WebAssembly[name];
    Reflect.set(WebAssembly, name, (...args: unknown[]) => activeRun().adopt(compile(...args)));
  }
}
