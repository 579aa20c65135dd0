// Values of every kind in Convex's total order. Cases name values by their labels, which also show the order.
import type { Value } from "convex/values";
import type { Subject } from "./subject";

const bytes = (...of: number[]): ArrayBuffer => new Uint8Array(of).buffer;

/** The lowest value first. A missing `value` means `undefined`: the document does not have the field. */
export const ordered: { label: string; value?: Value }[] = [
  { label: "undefined" },
  { label: "null", value: null },
  { label: "int64 min", value: -(2n ** 63n) },
  { label: "int64 -1", value: -1n },
  { label: "int64 0", value: 0n },
  { label: "int64 1", value: 1n },
  { label: "int64 256", value: 256n },
  { label: "int64 max", value: 2n ** 63n - 1n },
  { label: "float -Infinity", value: -Infinity },
  { label: "float -1.5", value: -1.5 },
  { label: "float -0", value: -0 },
  { label: "float 0", value: 0 },
  { label: "float smallest", value: 5e-324 },
  { label: "float 1", value: 1 },
  { label: "float 256", value: 256 },
  { label: "float Infinity", value: Infinity },
  { label: "float NaN", value: NaN },
  { label: "false", value: false },
  { label: "true", value: true },
  { label: "string empty", value: "" },
  { label: "string zero byte", value: "\u0000" },
  { label: "string a", value: "a" },
  { label: "string a zero byte", value: "a\u0000" },
  { label: "string aa", value: "aa" },
  { label: "string b", value: "b" },
  { label: "string é", value: "é" },
  // By UTF-16 units the emoji would come before U+FFFD. By UTF-8 bytes it comes after it.
  { label: "string U+FFFD", value: "\uFFFD" },
  { label: "string emoji", value: "😀" },
  { label: "bytes empty", value: bytes() },
  { label: "bytes 0", value: bytes(0) },
  { label: "bytes 0 255", value: bytes(0, 255) },
  { label: "bytes 1", value: bytes(1) },
  { label: "bytes 255", value: bytes(255) },
  { label: "array empty", value: [] },
  { label: "array null", value: [null] },
  { label: "array int64 2", value: [2n] },
  { label: "array 1", value: [1] },
  { label: "array 1 2", value: [1, 2] },
  { label: "array a", value: ["a"] },
  { label: "array of array", value: [[1]] },
  { label: "object empty", value: {} },
  { label: "object a 1", value: { a: 1 } },
  { label: "object a 1 b 2", value: { a: 1, b: 2 } },
  { label: "object a 2", value: { a: 2 } },
  { label: "object b 0", value: { b: 0 } },
];

export const labelsInOrder = ordered.map(({ label }) => label);

/** Inserts every value as a document of `things`, in an order that is not the expected one. */
export async function insertOrdered(subject: Subject): Promise<void> {
  const documents = ordered.map(({ label, value }) => (value === undefined ? { label } : { label, value }));
  const scattered = documents.map((_, at) => documents[(at * 17 + 5) % documents.length]!);
  await subject.mutation("documents:insertMany", { table: "things", values: scattered });
}

/** Returns the labels of the documents that a call returned. */
export function labelsOf(documents: Value): string[] {
  return (documents as { label: string }[]).map(({ label }) => label);
}
