// Reads the body of a request. Loaded by requests that have one.
import { parseJson } from "../lib/untrusted";
import { invalid } from "./errors";

const bytesMax = 1024 * 1024;

/** The body as it came and what it says. Throws VALIDATION naming `body`. An empty body counts as `{}`. */
export async function readBody(request: Request): Promise<{ text: string; value: unknown }> {
  // A body that announces its length is refused before it is read.
  if (Number(request.headers.get("Content-Length")) > bytesMax) throw tooLarge();
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > bytesMax) throw tooLarge();
  const text = new TextDecoder().decode(bytes);
  return { text, value: text.trim() === "" ? {} : parseJson(bytes) };
}

function tooLarge() {
  return invalid("body", "The body must not be larger than 1 MiB.");
}
