// Compares reality with the OpenAPI document: every answer that a test gets must be as the document says about its
// operation, and so must every request that was accepted. The clients of tests send their requests through `checked`.
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import { resultName } from "./openapi/operationNames";

interface Documented {
  parameters?: Pointed[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, Pointed>;
}

/** A part of the document, or a reference to it. */
interface Pointed {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  schema?: { type?: string };
  content?: Record<string, unknown>;
}

type Paths = Record<string, Record<string, Documented>>;
export type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Returns `send`, which throws when an answer is not what the document says. */
export function checked(send: Send, reality = theReality(), isCompared = isDocumented): Send {
  return async (path, init) => {
    const response = await send(path, init);
    if (isCompared(new URL(path, "http://host").pathname)) await reality.check(path, init ?? {}, response);
    return response;
  };
}

/**
 * The HTTP-actions host of an engine, whose answers to clients are compared with the document. What runners are given
 * may be of an earlier version or made up there, so their calls are compared in process alone.
 */
export function servedBy({ httpUrl }: { httpUrl: string }): { fetch: Send } {
  return { fetch: checked((path, init) => fetch(httpUrl + path, init), theReality(), isForClients) };
}

let shared: Reality | undefined;

/** As a module, with its map of lines, it would take ten times the memory in each worker. */
const committed = new URL("../../convex/openapi/document.json", import.meta.url);

/** Schemas are compiled when they are needed, once in a process. */
function theReality(): Reality {
  shared ??= new Reality(JSON.parse(readFileSync(committed, "utf8")) as object);
  return shared;
}

/** The formats that the document names. Another one fails the compilation of its schema. */
const formats = {
  // RFC 3339.
  "date-time": (text: string) =>
    /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  uri: (text: string) => URL.canParse(text),
  binary: true,
} as const;

export class Reality {
  private readonly ajv = new Ajv2020({
    strict: false,
    formats,
    validateSchema: false,
    inlineRefs: false,
    // Each process compiles what its few tests need, so the time of compiling counts more than that of checking.
    code: { optimize: false },
  });
  private readonly paths: Paths;
  private readonly patterns: { pattern: RegExp; path: string }[];

  constructor(private readonly document: object) {
    this.ajv.addSchema(closed(document) as object, "openapi");
    this.paths = (document as { paths: Paths }).paths;
    // A path without parameters comes before one with them.
    this.patterns = Object.keys(this.paths)
      .toSorted((a, b) => a.split("{").length - b.split("{").length)
      .map((path) => ({
        path,
        pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      }));
  }

  async check(asked: string, init: RequestInit, response: Response): Promise<void> {
    const { pathname, searchParams } = new URL(asked, "http://host");
    const method = (init.method ?? "GET").toLowerCase();
    const isLegacy = new Headers(init.headers).get("X-API-Version") === "1";
    if (method === "options" || isLegacy) return;
    const path = this.patterns.find(({ pattern }) => pattern.test(pathname))?.path;
    const verb = method === "head" ? "get" : method;
    const operation = path === undefined ? undefined : this.paths[path]?.[verb];
    const name = `${method.toUpperCase()} ${pathname} ${response.status}`;
    if (path === undefined || operation === undefined) {
      if (response.status < 400) throw new Error(`${name}: the document has no such operation.`);
      return;
    }
    const place = ["paths", path, verb];
    const problems = await this.problemsOfAnswer(operation, place, method, response);
    if (response.ok) problems.push(...this.problemsOfRequest(operation, place, init.body, searchParams));
    if (response.ok && path === "/job/callback") problems.push(...(await this.problemsOfResult(init.body, response)));
    if (problems.length > 0) throw new Error(`${name} is not what the OpenAPI document says: ${problems.join("; ")}`);
  }

  private async problemsOfAnswer(
    { responses }: Documented,
    place: string[],
    method: string,
    response: Response,
  ): Promise<string[]> {
    const status = String(response.status) in responses ? String(response.status) : "default";
    const found = responses[status];
    if (found === undefined || (status === "default" && response.status < 400)) return ["it has no such status"];
    const { content = {} } = this.resolved(found);
    const type = response.headers.get("Content-Type")?.split(";")[0] ?? "none";
    if (method === "head" || response.status === 304) return [];
    if (!(type in content)) return [`its content type is ${type}`];
    if (type !== "application/json") return [];
    const at = found.$ref === undefined ? [...place, "responses", status] : found.$ref.split("/").slice(1);
    return this.problems([...at, "content", type, "schema"], await response.clone().json());
  }

  private problemsOfRequest(
    { parameters = [], requestBody }: Documented,
    place: string[],
    body: RequestInit["body"],
    given: URLSearchParams,
  ): string[] {
    const known = parameters.map((each) => this.resolved(each)).filter((each) => each.in === "query");
    const unknown = [...given.keys()].filter((name) => !known.some((each) => each.name === name));
    const missing = known.filter(({ name = "", required }) => required === true && !given.has(name));
    const wrong = parameters.flatMap(({ name = "", in: where, schema }, index) => {
      const text = given.get(name);
      if (where !== "query" || text === null) return [];
      const value = schema?.type === "integer" ? Number(text) : text;
      return this.problems([...place, "parameters", String(index), "schema"], value);
    });
    const problems = [
      ...unknown.map((name) => `the parameter ${name} is accepted`),
      ...missing.map(({ name }) => `the parameter ${name} is not required`),
      ...wrong,
    ];
    if (typeof body !== "string" || body.trim() === "") return problems;
    if (requestBody === undefined) return body.trim() === "{}" ? problems : [...problems, "a body is accepted"];
    const sent: unknown = JSON.parse(body);
    return [...problems, ...this.problems([...place, "requestBody", "content", "application/json", "schema"], sent)];
  }

  /** The schema of all calls only says that the answer is one of theirs. */
  private async problemsOfResult(body: RequestInit["body"], response: Response): Promise<string[]> {
    if (typeof body !== "string") return [];
    const { operation } = JSON.parse(body) as { operation: string };
    const { result } = (await response.clone().json()) as { result: unknown };
    return this.problems(["components", "schemas", resultName(operation)], result);
  }

  private problems(place: string[], value: unknown): string[] {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
    const validate: ValidateFunction | undefined = this.ajv.getSchema(`openapi#/${pointer}`);
    if (validate === undefined) return [`it has nothing at ${pointer}`];
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `${instancePath} ${message} ${JSON.stringify(params)}`;
    });
  }

  private resolved(part: Pointed): Pointed {
    if (part.$ref === undefined) return part;
    return part.$ref
      .split("/")
      .slice(1)
      .reduce<unknown>((whole, name) => (whole as Record<string, unknown>)[name], this.document) as Pointed;
  }
}

function isForClients(pathname: string): boolean {
  return pathname.startsWith("/api/v1/") || pathname === "/healthz";
}

function isDocumented(pathname: string): boolean {
  return isForClients(pathname) || /^\/(hooks\/.|job\/callback$|idp\/webhook$)/.test(pathname);
}

/**
 * Clients must take fields that they do not know, so the document allows them. Here no field may be there that the
 * document does not have.
 */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, closed(each)]));
  const isObject = inner["type"] === "object" && typeof inner["properties"] === "object";
  return isObject && !("additionalProperties" in inner) ? { ...inner, additionalProperties: false } : inner;
}
