// Formats values as Convex's logs show them: like the object-inspect package, with an indentation of two spaces.
import { types } from "node:util";

const MAX_DEPTH = 5;
const MAX_STRING_LENGTH = 32_768;
const INDENT = "  ";

export function inspect(value: unknown): string {
  return render(value, { depth: 0, ancestors: [] });
}

interface Place {
  depth: number;
  ancestors: object[];
}

function render(value: unknown, place: Place): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      return Object.is(value, -0) ? "-0" : String(value);
    case "bigint":
      return `${value}n`;
    case "object":
      return value === null ? "null" : renderObject(value, place);
    case "function":
      return renderFunction(value, place);
    case "undefined":
    case "boolean":
    case "symbol":
      return String(value);
  }
}

const ESCAPES: Record<string, string> = { "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r" };

function quote(text: string): string {
  const rest = text.length - MAX_STRING_LENGTH;
  if (rest > 0) {
    return `${quote(text.slice(0, MAX_STRING_LENGTH))}... ${rest} more character${rest > 1 ? "s" : ""}`;
  }
  const escaped = text
    .replaceAll(/['\\]/g, "\\$&")
    // oxlint-disable-next-line no-control-regex -- control characters are what is escaped
    .replaceAll(/[\x00-\x1f]/g, (char) => ESCAPES[char] ?? `\\x${hex(char)}`);
  return `'${escaped}'`;
}

function hex(char: string): string {
  return char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0");
}

function renderFunction(value: object, place: Place): string {
  const name = "name" in value && typeof value.name === "string" ? value.name : "";
  const entries = entriesOf(value, place);
  const head = `[Function${name ? `: ${name}` : " (anonymous)"}]`;
  return entries.length > 0 ? `${head} { ${entries.join(", ")} }` : head;
}

function renderObject(value: object, place: Place): string {
  if (place.depth >= MAX_DEPTH) return Array.isArray(value) ? "[Array]" : "[Object]";
  if (place.ancestors.includes(value)) return "[Circular]";
  const inner: Place = { depth: place.depth + 1, ancestors: [...place.ancestors, value] };
  return (
    renderCustom(value, place) ??
    renderArray(value, inner) ??
    renderError(value, inner) ??
    renderCollection(value, inner) ??
    renderWrapped(value, inner) ??
    renderRecord(value, inner)
  );
}

/** Objects may define how they are shown, with a method `inspect`. */
function renderCustom(value: object, { depth }: Place): string | null {
  if (!("inspect" in value) || typeof value.inspect !== "function") return null;
  const shown: unknown = Reflect.apply(value.inspect, value, [MAX_DEPTH - depth, {}, inspect]);
  return typeof shown === "string" ? shown : inspect(shown);
}

function renderArray(value: object, place: Place): string | null {
  if (!Array.isArray(value)) return null;
  const items = [
    ...Array.from(value, (item: unknown, index) => (index in value ? render(item, place) : "")),
    ...entriesOf(value, place, (key) => /^\d+$/.test(key)),
  ];
  if (items.length === 0) return "[]";
  return items.some((item) => item.includes("\n")) ? `[${indented(items, place)}]` : `[ ${items.join(", ")} ]`;
}

function renderError(value: object, place: Place): string | null {
  if (!types.isNativeError(value)) return null;
  const parts = entriesOf(value, place);
  if ("cause" in value && !Object.prototype.propertyIsEnumerable.call(value, "cause")) {
    parts.unshift(`[cause]: ${render(value.cause, place)}`);
  }
  return parts.length > 0 ? `{ [${String(value)}] ${parts.join(", ")} }` : `[${String(value)}]`;
}

function renderCollection(value: object, place: Place): string | null {
  if (types.isMap(value)) {
    const entries = [...value].map(([key, item]) => `${render(key, place)} => ${render(item, place)}`);
    return collection("Map", entries, place);
  }
  if (types.isSet(value)) {
    return collection(
      "Set",
      Array.from(value, (item) => render(item, place)),
      place,
    );
  }
  if (types.isWeakMap(value)) return "WeakMap { ? }";
  if (types.isWeakSet(value)) return "WeakSet { ? }";
  return null;
}

function collection(name: string, entries: string[], place: Place): string {
  return `${name} (${entries.length}) {${indented(entries, place)}}`;
}

function renderWrapped(value: object, place: Place): string | null {
  if (types.isBoxedPrimitive(value)) return `Object(${render(value.valueOf(), place)})`;
  if (types.isDate(value) || types.isRegExp(value)) return String(value);
  return null;
}

function renderRecord(value: object, place: Place): string {
  const entries = entriesOf(value, place);
  const tag = tagOf(value);
  return entries.length > 0 ? `${tag}{${indented(entries, place)}}` : `${tag}{}`;
}

/**
 * Returns nothing for plain objects and `Name ` for instances, followed by other unusual facts about the object in
 * brackets.
 */
function tagOf(value: object): string {
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype === null) return "[Object: null prototype] ";
  if (Object.getPrototypeOf(prototype) === null && "isPrototypeOf" in prototype) return "";
  const { constructor } = value;
  const name = typeof constructor === "function" && constructor.name ? `${constructor.name} ` : "";
  const marks = Symbol.toStringTag in value ? `[${Object.prototype.toString.call(value).slice(8, -1)}] ` : "";
  return name + marks;
}

function entriesOf(value: object, place: Place, skips: (key: string) => boolean = () => false): string[] {
  const entries: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (skips(key)) continue;
    entries.push(`${/[^\w$]/.test(key) ? quote(key) : key}: ${render(item, place)}`);
  }
  for (const symbol of Object.getOwnPropertySymbols(value)) {
    if (!Object.prototype.propertyIsEnumerable.call(value, symbol)) continue;
    entries.push(`[${String(symbol)}]: ${render(Reflect.get(value, symbol), place)}`);
  }
  return entries;
}

function indented(items: string[], { depth }: Place): string {
  if (items.length === 0) return "";
  const outer = INDENT.repeat(depth - 1);
  return `\n${items.map((item) => `${outer}${INDENT}${item}`).join(",\n")}\n${outer}`;
}
