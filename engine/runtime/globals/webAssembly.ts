// WebAssembly without shared memory. An instruction can wait in such memory for ever, and nothing can end it. So a
// module that declares or imports shared memory is refused, and so is a shared `WebAssembly.Memory`.
import { types } from "node:util";
import { type Context, Script } from "node:vm";

const NO_SHARED_MEMORY = "Shared memory is not available.";

/** The parts of the binary format that can hold a memory. */
const IMPORTS = 2;
const MEMORIES = 5;
const IMPORTED_FUNCTION = 0;
const IMPORTED_TABLE = 1;
const IMPORTED_MEMORY = 2;
const IMPORTED_GLOBAL = 3;
const HAS_MAXIMUM = 1;
const IS_SHARED = 2;

/** Returns whether the code of a module has shared memory. The code may be malformed: then V8 refuses it. */
function hasSharedMemory(code: Uint8Array): boolean {
  const reader = new Reader(code, 8);
  while (!reader.isAtEnd) {
    const section = reader.byte();
    const end = reader.number() + reader.at;
    if (section === IMPORTS && importsShared(reader)) return true;
    if (section === MEMORIES && reader.number() > 0 && readLimits(reader)) return true;
    reader.at = end;
  }
  return false;
}

function importsShared(reader: Reader): boolean {
  for (let left = reader.number(); left > 0 && !reader.isAtEnd; left--) {
    reader.skip(reader.number());
    reader.skip(reader.number());
    switch (reader.byte()) {
      case IMPORTED_FUNCTION:
        reader.number();
        break;
      case IMPORTED_TABLE:
        reader.byte();
        readLimits(reader);
        break;
      case IMPORTED_MEMORY:
        if (readLimits(reader)) return true;
        break;
      case IMPORTED_GLOBAL:
        reader.skip(2);
        break;
      default:
        // A kind that is unknown here, so where the next import begins is unknown too.
        return true;
    }
  }
  return false;
}

/** Returns whether what has these limits is shared. */
function readLimits(reader: Reader): boolean {
  const flags = reader.byte();
  reader.number();
  if ((flags & HAS_MAXIMUM) !== 0) reader.number();
  return (flags & IS_SHARED) !== 0;
}

class Reader {
  at: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length;
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0;
  }

  skip(count: number): void {
    this.at += count;
  }

  /** A number in LEB128: seven bits in each byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let place = 0; place < 10; place++) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** (7 * place);
      if (byte < 0x80) break;
    }
    return value;
  }
}

/** The code of the guards is the context's own, so that its errors and prototypes are too. */
const GUARDS = new Script(`((isRefused) => {
  "use strict";
  const refuse = (Kind) => { throw new Kind("${NO_SHARED_MEMORY}"); };
  const { Memory, Module, CompileError } = WebAssembly;
  const construct = Reflect.construct;
  const guardClass = (name, Native, check) => {
    const Guarded = new Proxy(Native, {
      construct(target, args, newTarget) {
        return construct(target, check(args), newTarget);
      },
    });
    Native.prototype.constructor = Guarded;
    WebAssembly[name] = Guarded;
  };
  guardClass("Memory", Memory, ([given]) => {
    if (typeof given !== "object" || given === null) return [given];
    const { initial, minimum, maximum, shared } = given;
    if (shared) refuse(TypeError);
    const plain = {};
    for (const [name, value] of Object.entries({ initial, minimum, maximum })) if (value !== undefined) plain[name] = value;
    return [plain];
  });
  const checked = (code) => {
    const own = isRefused(code);
    if (own === true) refuse(CompileError);
    return own === false ? code : own;
  };
  guardClass("Module", Module, ([code]) => [checked(code)]);
  for (const name of ["compile", "instantiate", "validate"]) {
    const native = WebAssembly[name];
    WebAssembly[name] = {
      [name](code, imports) {
        try {
          return native(checked(code), imports);
        } catch (error) {
          if (name === "validate") return false;
          return Promise.reject(error);
        }
      },
    }[name];
  }
})`);

/** Must be called before other code keeps functions of WebAssembly. */
export function refuseSharedMemory(context: Context): void {
  const guard = GUARDS.runInContext(context) as (isRefused: typeof refusedOrCopied) => void;
  guard(refusedOrCopied);
}

/**
 * From Node 26 on the native `instantiate` of bytes never settles in a context with a microtask queue of its own. This
 * one does the same in two steps, each of which settles.
 */
const STEPS = new Script(`(() => {
  "use strict";
  const { compile, instantiate, Module } = WebAssembly;
  WebAssembly.instantiate = {
    instantiate(code, imports) {
      if (code instanceof Module) return instantiate(code, imports);
      return compile(code).then((module) => instantiate(module, imports).then((instance) => ({ module, instance })));
    },
  }.instantiate;
})()`);

/** Must be called after the functions of WebAssembly have got their last form. */
export function instantiateInSteps(context: Context): void {
  STEPS.runInContext(context);
}

/** Returns true for code with shared memory. Other code is copied, so that it cannot change before it is compiled. */
function refusedOrCopied(code: unknown): boolean | Uint8Array {
  const bytes = bytesOf(code);
  if (bytes === null) return false;
  const copy = bytes.slice();
  return hasSharedMemory(copy) ? true : copy;
}

function bytesOf(code: unknown): Uint8Array | null {
  if (ArrayBuffer.isView(code)) return new Uint8Array(code.buffer, code.byteOffset, code.byteLength);
  return types.isAnyArrayBuffer(code) ? new Uint8Array(code) : null;
}
