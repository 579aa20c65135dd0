// What tools answer. This file is pure.
import type { ApiErrorData } from "../lib/errors";
import type { Fields } from "./jsonRpc";

/** The same twice: as text, which every model reads, and structured, which programs read. */
export function toolResult(structuredContent: object): Fields {
  return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
}

/** A refusal of REST. The model reads it and can do better, which it could not with an error of the protocol. */
export function toolError({
  code,
  field = null,
  message,
}: Omit<ApiErrorData, "field"> & { field?: string | null }): Fields {
  return { content: [{ type: "text", text: JSON.stringify({ code, field, message }) }], isError: true };
}
