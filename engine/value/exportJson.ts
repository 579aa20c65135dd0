// The form of values in the files of an export, which Convex calls uniform: JSON that people can read and that loses
// nothing. An integer of 64 bits is written without a point, a float always with one (or with an exponent); bytes and
// the floats that JSON cannot say are as in Convex JSON. `JSON.parse` would not keep the two kinds of numbers apart, so
// numbers are translated in the text.
import { FunctionError } from "./functionError";
import { integerJson, integerOf, MAX_INT64 } from "./special";

/** Strings are matched as a whole, so that nothing inside them is taken for a number. */
const partsOfConvexJson =
  /\{"\$integer":"([^"]*)"\}|\{"\$float":"AAAAAAAAAIA="\}|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const partsOfExportJson = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const negativeZero = '{"$float":"AAAAAAAAAIA="}';

/** Takes the text of Convex JSON, as it is stored. */
export function toExportJson(text: string): string {
  return text.replace(partsOfConvexJson, (part: string, integer: string | undefined) => {
    if (integer !== undefined) return integerOf(integer).toString();
    if (part.startsWith('"')) return part;
    if (part === negativeZero) return "-0.0";
    return isWhole(part) ? `${part}.0` : part;
  });
}

/** The text of Convex JSON. A number that no integer of 64 bits is throws; a text that is no JSON stays none. */
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
