// Builds the message that a developer reads when a function fails: V8's words for the error, and frames that lead to
// the source.
import { types } from "node:util";
import type { Json } from "../value/json";
import type { Scripts } from "./scripts";

export interface RunFailure {
  message: string;
  data: Json | undefined;
}

/** A failure that no line of the function caused. */
export function failureWithMessage(message: string): RunFailure {
  return { message, data: undefined };
}

/** Reads properties of a guest object. Getters may therefore run guest code here. */
export function failureOf(thrown: unknown, scripts: Scripts): RunFailure {
  if (!isError(thrown)) return failureWithMessage(`Uncaught ${nameOfThrown(thrown)}`);
  const frames = typeof thrown.stack === "string" ? scripts.frames(thrown.stack) : [];
  const message = [`Uncaught ${headline(thrown)}`, ...frames].join("\n");
  return { message: frames.length > 0 ? `${message}\n` : message, data: convexErrorData(thrown) };
}

function isError(thrown: unknown): thrown is Error {
  return types.isNativeError(thrown) || thrown instanceof Error;
}

/** Returns the same text as `toString` of Error. Guest code may have set these properties to any value. */
function headline(error: Error): string {
  const [name, message] = [error.name, error.message].map((part: unknown) => String(part));
  return message === "" ? `${name}` : `${name}: ${message}`;
}

function nameOfThrown(thrown: unknown): string {
  if (typeof thrown !== "object" || thrown === null) return String(thrown);
  const { constructor } = thrown;
  return `#<${typeof constructor === "function" && constructor.name ? constructor.name : "Object"}>`;
}

/** `invoke*` of the convex package has turned the data of a ConvexError into text and marked the error. */
function convexErrorData(error: Error): Json | undefined {
  if (!("ConvexErrorSymbol" in error) || error.ConvexErrorSymbol !== Symbol.for("ConvexError")) return undefined;
  if (!("data" in error) || typeof error.data !== "string") return undefined;
  return JSON.parse(error.data) as Json;
}
