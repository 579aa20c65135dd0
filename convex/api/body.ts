// Reads the body of a request and checks it by the route's schema. Loaded by requests that have one.
import en from "zod/v4/locales/en.js";
import { invalid } from "./errors";
import type { LazySchema } from "./routes";

const bytesMax = 1024 * 1024;

/** Throws VALIDATION that names the field at fault, or `body` for the whole. An empty body counts as `{}`. */
export async function readBody<Output>(request: Request, loadSchema: LazySchema<Output>): Promise<Output> {
  const value = parseJson(await readText(request));
  const schema = await loadSchema();
  const result = schema.safeParse(value, { error: en().localeError });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue === undefined) throw invalid("body", "The body is not as expected.");
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const field = [...issue.path, ...unknown].join(".") || "body";
  throw invalid(field, `${field}: ${issue.message}`);
}

async function readText(request: Request): Promise<string> {
  // A body that announces its length is refused before it is read.
  if (Number(request.headers.get("Content-Length")) > bytesMax) throw tooLarge();
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > bytesMax) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notJson();
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text, refuseLoneSurrogates);
  } catch {
    throw notJson();
  }
}

/** JSON can spell strings that are no Unicode text, which no database of ours can store. */
function refuseLoneSurrogates(key: string, value: unknown): unknown {
  const isBroken = (text: string): boolean => /\p{Surrogate}/u.test(text);
  if (isBroken(key) || (typeof value === "string" && isBroken(value))) throw new Error("A lone surrogate.");
  return value;
}

function notJson() {
  return invalid("body", "The body must be a JSON object in UTF-8.");
}

function tooLarge() {
  return invalid("body", "The body must not be larger than 1 MiB.");
}
