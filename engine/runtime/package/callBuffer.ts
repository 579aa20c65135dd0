// How the arguments of a system call get from a context to the host without JSON, which takes longer than everything
// else in a short call. A context has one array, its call buffer. The guest's part writes the arguments into it as a
// sequence: strings, numbers, booleans and null, and marks that say where an object or an array begins and ends. The
// host's part makes its own objects from the sequence.
//
// So the host never touches an object that guest code can change: no getter, proxy, `toJSON` or changed prototype can
// run inside it. Only the two parts can reach the call buffer itself: all that the writer does with it is to
// assign to places that exist already, which no prototype can see.
import type { Json, JsonObject } from "../../value/json";
import type { FieldNames } from "./fieldNames";

/** A symbol cannot be written on the call buffer as a value. */
const objectMark = Symbol("object");
const arrayMark = Symbol("array");
const endMark = Symbol("end");

export const callBufferMarks = { objectMark, arrayMark, endMark };

/** What does not fit here goes as JSON. A call buffer takes 8 bytes for each place. */
export const callBufferSlots = 1_024;

export type CallBuffer = unknown[];

/** The guest's part. Each function returns the call buffer, or null for arguments that it does not take. */
export interface CallBufferWriter {
  /** Writes an object that has been converted to JSON. It takes no object whose JSON would not be the same sequence. */
  readonly json: (args: unknown) => CallBuffer | null;
  /**
   * Writes a value that code wants to store, as the package converts it: with its fields in order, without undefined
   * ones. `isPatch` keeps those of the object itself. It takes nothing that the package refuses or writes in a form of
   * its own.
   */
  readonly storing: (table: unknown, id: unknown, value: unknown, isPatch: boolean) => CallBuffer | null;
}

/**
 * This function runs inside a context: its text is evaluated there, before any guest code. So it may use only
 * its parameters and what every context has.
 */
export function callBufferWriter(marks: typeof callBufferMarks, places: number, names: FieldNames): CallBufferWriter {
  const { isArray } = Array;
  const { getPrototypeOf, keys, prototype: plain } = Object;
  const callBuffer: CallBuffer = Array.from({ length: places }, () => null);
  let end = 0;
  let isBusy = false;

  function put(part: unknown): boolean {
    if (end === places) return false;
    callBuffer[end++] = part;
    return true;
  }

  function putValue(value: unknown, isOfCode: boolean): boolean {
    switch (typeof value) {
      case "string":
      case "boolean":
        return put(value);
      case "number":
        return value - value === 0 && (value !== 0 || 1 / value > 0) && put(value);
      case "object":
        if (value === null) return put(null);
        return isArray(value) ? putArray(value, isOfCode) : putObject(value, isOfCode, false);
      default:
        return false;
    }
  }

  function putArray(items: readonly unknown[], isOfCode: boolean): boolean {
    if (!put(marks.arrayMark)) return false;
    for (let place = 0; place < items.length; place++) if (!putValue(items[place], isOfCode)) return false;
    return put(marks.endMark);
  }

  function putObject(object: object, isOfCode: boolean, isPatch: boolean): boolean {
    const prototype: unknown = getPrototypeOf(object);
    if ((prototype !== plain && prototype !== null) || !put(marks.objectMark)) return false;
    const fields = object as Record<string, unknown>;
    const own = isOfCode ? names.inOrder(keys(object)) : keys(object);
    for (let place = 0; place < own.length; place++) {
      const name = own[place] ?? "";
      const value = fields[name];
      if (value === undefined && !isPatch) continue;
      if (name === "__proto__" || (isOfCode && !names.isName(name))) return false;
      if (!put(name) || !(value === undefined ? putUndefined() : putValue(value, isOfCode))) return false;
    }
    return put(marks.endMark);
  }

  function putUndefined(): boolean {
    return put(marks.objectMark) && put("$undefined") && put(null) && put(marks.endMark);
  }

  function putField(name: string, value: unknown): boolean {
    return value === undefined || (typeof value === "string" && put(name) && put(value));
  }

  function clear(): void {
    while (end > 0) callBuffer[--end] = null;
  }

  function written(putArguments: () => boolean): CallBuffer | null {
    // A getter has made another system call.
    if (isBusy) return null;
    isBusy = true;
    end = 0;
    let isWritten = false;
    try {
      isWritten = putArguments();
    } finally {
      isBusy = false;
      if (!isWritten) clear();
    }
    return isWritten ? callBuffer : null;
  }

  return {
    json: (args) => written(() => putValue(args, false)),
    storing: (table, id, value, isPatch) =>
      typeof value === "object" && value !== null && !isArray(value)
        ? written(
            () =>
              put(marks.objectMark) &&
              putField("table", table) &&
              putField("id", id) &&
              put("value") &&
              putObject(value, true, isPatch) &&
              put(marks.endMark),
          )
        : null,
  };
}

/** Makes the object that is on the call buffer, and takes it off, so that the call buffer keeps nothing alive. */
export function readCallBuffer(callBuffer: CallBuffer): JsonObject {
  const reading = { callBuffer, place: 0 };
  if (next(reading) !== objectMark) throw unreadable();
  return readObject(reading);
}

interface Reading {
  readonly callBuffer: CallBuffer;
  place: number;
}

function next(reading: Reading): unknown {
  const { callBuffer, place } = reading;
  const part = callBuffer[place];
  callBuffer[place] = null;
  reading.place = place + 1;
  return part;
}

function readValue(part: unknown, reading: Reading): Json {
  switch (typeof part) {
    case "string":
    case "number":
    case "boolean":
      return part;
    default:
      if (part === null) return null;
      if (part === objectMark) return readObject(reading);
      if (part === arrayMark) return readArray(reading);
      throw unreadable();
  }
}

function readObject(reading: Reading): JsonObject {
  const object: JsonObject = {};
  for (let name = next(reading); name !== endMark; name = next(reading)) {
    if (typeof name !== "string" || name === "__proto__") throw unreadable();
    object[name] = readValue(next(reading), reading);
  }
  return object;
}

function readArray(reading: Reading): Json[] {
  const items: Json[] = [];
  for (let part = next(reading); part !== endMark; part = next(reading)) items.push(readValue(part, reading));
  return items;
}

function unreadable(): Error {
  return new Error("The arguments of a system call cannot be read.");
}
