// From the bytes that somebody sends to a value of a known shape. Both steps throw VALIDATION, naming the field at fault
// or `body` for the whole.
import type { ZodMiniType } from "zod/mini";
import en from "zod/v4/locales/en.js";
import { invalid } from "../api/errors";
import type { ApiError } from "../api/errors";

/** JSON in UTF-8. */
export function parseJson(bytes: Uint8Array | ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes), refuseLoneSurrogates);
  } catch {
    throw invalid("body", "The body must be JSON in UTF-8.");
  }
}

/** JSON can spell strings that are no Unicode text, which no database of ours can store. */
function refuseLoneSurrogates(key: string, value: unknown): unknown {
  const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);
  if (isBroken(key) || (typeof value === "string" && isBroken(value))) throw new Error("A lone surrogate.");
  return value;
}

/** `within` is where in the body the value is, such as `["args"]`. */
export function checkShape<Output>(schema: ZodMiniType<Output>, value: unknown, within: string[] = []): Output {
  const result = schema.safeParse(value, { error: en().localeError });
  if (result.success) return result.data;
  throw refusal(result.error.issues[0], within);
}

type Issue = { code: string; message: string; path: PropertyKey[]; keys?: string[] };

function refusal(issue: Issue | undefined, within: string[]): ApiError {
  const unknown = issue?.keys?.slice(0, 1) ?? [];
  const field = [...within, ...(issue?.path ?? []), ...unknown].map(String).join(".") || "body";
  return invalid(field, `${field}: ${issue?.message ?? "Invalid input"}`);
}
