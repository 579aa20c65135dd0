// Makes the methods of the client from the table of endpoints: `runs.start` is a call of `POST /runs/start`. The name
// of a method depends on its own row alone, so that a further row never changes the name of another.
import { ValidationError } from "./errors.js";
import type { Request } from "./service.js";

/**
 * `g` reads, `b` reads bytes, `l` is a list with pages, `f` a list that can be followed; `p`, `u` and `d` are POST, PUT
 * and DELETE.
 */
export type RowKind = "g" | "b" | "l" | "f" | "p" | "u" | "d";

export interface Row {
  kind: RowKind;
  /** Below `/api/v1`. A segment such as `:id` is a field of the input. */
  path: string;
}

const methods: Record<RowKind, string> = { g: "GET", b: "GET", l: "GET", f: "GET", p: "POST", u: "PUT", d: "DELETE" };
const verbs: Record<RowKind, string> = { g: "get", b: "get", l: "list", f: "", p: "create", u: "update", d: "delete" };

export type Input = Record<string, unknown>;

/** A line of the table is the letter of the kind and the path. */
export function rowsOf(table: string): Row[] {
  return table.split("\n").map((line) => ({ kind: line.charAt(0) as RowKind, path: line.slice(1) }));
}

/** The row of an endpoint such as `GET /runs/get`. */
export function rowNamed(name: string): Row {
  const [method, path = ""] = name.split(" ");
  const [kind] = Object.entries(methods).find(([, made]) => made === method) ?? ["g"];
  return { kind: kind as RowKind, path };
}

/** Paths of several segments at which things are listed and made. */
const collections: ReadonlySet<string> = new Set(["/project/hooks"]);

/**
 * The fixed segments of the path are the name. What has a single segment, what ends in a parameter, and a collection is
 * named by what it does besides: `GET /contexts/:id` is `contexts.get`.
 */
export function methodName({ kind, path }: Row): string[] {
  const segments = path.split("/").slice(1);
  const names = segments.filter((segment) => !segment.startsWith(":")).map(camelCase);
  const isNamed = segments.length > 1 && !segments.at(-1)?.startsWith(":") && !collections.has(path);
  return isNamed || verbs[kind] === "" ? names : [...names, verbs[kind]];
}

function camelCase(segment: string): string {
  return segment.replaceAll(/-(.)/g, (_whole, letter: string) => letter.toUpperCase());
}

/** The fields of the input go into the path, and the others into the query or the body. */
export function requestOf({ kind, path }: Row, input: Input): Request {
  const rest = { ...input };
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value = rest[name];
    delete rest[name];
    // A path with such a segment would be another path.
    if (typeof value !== "string" || /^\.{0,2}$/.test(value)) {
      throw new ValidationError(`${name} must be the id of a resource.`, { code: "VALIDATION", field: name });
    }
    return encodeURIComponent(value);
  });
  const method = methods[kind];
  const name = `${method} ${path}`;
  if (method !== "GET") return { method, name, url: filled, ...(kind === "d" ? {} : { body: JSON.stringify(rest) }) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value != null) query.set(name, wordOf(value));
  const text = query.toString();
  return { method, name, url: text === "" ? filled : `${filled}?${text}` };
}

/** A text stays as it is; a number and a truth value are as in JSON. */
export function wordOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export type AnyMethod = (...args: never[]) => unknown;
export interface Namespace {
  [name: string]: Namespace | AnyMethod;
}

/** Puts `method` at its name. A method may have others below it: `runs.questions` and `runs.questions.answer`. */
export function place(root: Namespace, [name = "", ...below]: readonly string[], method: AnyMethod): void {
  const there = root[name];
  if (below.length > 0) {
    const namespace = there ?? {};
    define(root, name, namespace);
    place(namespace as Namespace, below, method);
    return;
  }
  for (const [child, value] of Object.entries(there ?? {})) define(method, child, value);
  define(root, name, method);
}

/** Functions have a read-only `name` and `length`, which an assignment would not replace. */
function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true });
}
