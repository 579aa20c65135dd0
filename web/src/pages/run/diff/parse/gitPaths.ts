// Names of files as git writes them: quoted like strings of C when they hold anything unusual.

const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** Reads a quoted name at the beginning of the text. The bytes of the name are UTF-8. Null when it does not end. */
function readQuoted(text: string): { name: string; rest: string } | null {
  const match = /^"((?:[^"\\]|\\.)*)"/.exec(text);
  if (match === null) return null;
  const [whole, inside = ""] = match;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [part, octal, letter] of inside.matchAll(/\\([0-7]{1,3})|\\(.)|[^\\]+/gs)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
    else if (letter !== undefined) bytes.push(escapes[letter] ?? letter.charCodeAt(0));
    else for (const byte of encoder.encode(part)) bytes.push(byte);
  }
  return { name: new TextDecoder().decode(new Uint8Array(bytes)), rest: text.slice(whole.length) };
}

/** The name behind `---`, `+++`, `rename from` and similar lines. A tab ends it: some tools write a time after it. */
export function readPath(text: string): string {
  return readQuoted(text)?.name ?? text.split("\t", 1)[0]?.replace(/\r$/, "") ?? "";
}

/** Removes the `a/` or `b/` (or `i/`, `w/`, `c/`, `o/`) that git puts in front. `/dev/null` names nothing. */
export function stripPrefix(name: string): string | null {
  return name === "/dev/null" ? null : name.replace(/^[abciow]\//, "");
}

/**
 * The names in `diff --git a/one b/one`. Unquoted names may hold spaces; when no other line names the file, both are
 * the same, so the middle is where they part.
 */
export function readPathPair(text: string): [string, string] | null {
  const first = readQuoted(text);
  if (first !== null) return [first.name, readPath(first.rest.trimStart())];
  const quoted = text.indexOf(' "');
  if (quoted > 0 && text.endsWith('"')) return [text.slice(0, quoted), readPath(text.slice(quoted + 1))];
  const middle = (text.length - 1) / 2;
  const [left, right] = [text.slice(0, middle), text.slice(middle + 1)];
  if (text[middle] === " " && stripPrefix(left) === stripPrefix(right)) return [left, right];
  const parted = / [abciow]\//.exec(text);
  return parted === null ? null : [text.slice(0, parted.index), text.slice(parted.index + 1)];
}
