// The form of values in the files of an export, which Convex calls uniform: JSON that people can read and that loses
// nothing. A 64-bit integer is written without a decimal point, a float always with one or with an exponent. Bytes,
// and the floats that JSON cannot express, are written as in Convex JSON. `JSON.parse` would not keep integers and
// floats apart, so the numbers are translated in the text.
import { FunctionError } from "./functionError";
import { integerJson, integerOf, MAX_INT64 } from "./specialValue";

/** The pattern matches each string as a whole, so that no part of a string is mistaken for a number. */
const partsOfConvexJson =
  /\{"\$integer":"([^"]*)"\}|\{"\$float":"AAAAAAAAAIA="\}|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const partsOfExportJson = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const negativeZero = '{"$float":"AAAAAAAAAIA="}';

/** `text` is Convex JSON, as it is stored. */
export function toExportJson(text: string): string {
  return text.replace(partsOfConvexJson, (part: string, integer: string | undefined) => {
    if (integer !== undefined) return integerOf(integer).toString();
    if (part.startsWith('"')) return part;
    if (part === negativeZero) return "-0.0";
    return isWhole(part) ? `${part}.0` : part;
  });
}

/**
 * Returns the text of Convex JSON. Throws for an integer that does not fit into 64 bits. Text that is not JSON is not
 * repaired.
 */
export function fromExportJson(text: string): string {
  return text.replace(partsOfExportJson, (part: string) => {
    if (part.startsWith('"')) return part;
    if (!isWhole(part)) return Object.is(Number(part), -0) ? negativeZero : part;
    return part === "-0" ? negativeZero : JSON.stringify(integerJson(readInteger(part)));
  });
}

function isWhole(number: string): boolean {
  return !/[.eE]/.test(number);
}

function readInteger(digits: string): bigint {
  const integer = BigInt(digits);
  if (integer > MAX_INT64 || integer < -MAX_INT64 - 1n) {
    throw new FunctionError("BadConvexValue", `${digits} is out of the range of an integer of 64 bits`);
  }
  return integer;
}
