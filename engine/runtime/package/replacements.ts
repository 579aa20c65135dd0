// Faster versions of functions of the convex package. They do the same with fewer steps: a query that returns a list is
// one system call instead of one for each document, what the engine has parsed is not converted once more, and plain
// values are converted without building a text for each path. Plain arguments are handed to the host without JSON
// (`callBuffer.ts`). Whatever is not plain goes to the package's own function.
//
// `replacements` runs inside a context: its text is evaluated there. So it may use only its parameters, the
// types of this file and what every context has.

import type { FieldNames } from "./fieldNames";
import type { CallBuffer, CallBufferWriter } from "./callBuffer";

export interface PackageHost {
  /** Answers a system call. A string is an answer that is ready. */
  ask: (op: string, args: string) => string | Promise<string>;
  /** The same for arguments that were written on the call buffer. */
  askByCallBuffer: (op: string, callBuffer: CallBuffer) => string | Promise<string>;
  /** The next call of `Convex.asyncSyscall`, which must follow at once, throws this error. */
  failNext: (error: unknown) => void;
}

type AsyncSyscall = (op: string, args: unknown) => Promise<unknown>;
type FromJson = (json: unknown) => unknown;
type ToJson = (value: unknown, original: unknown, path: string, isPatch: boolean) => unknown;
type Get = (table: unknown, id: unknown, isSystem: boolean) => Promise<unknown>;
type Insert = (table: unknown, value: unknown) => Promise<unknown>;
type Change = (table: unknown, id: unknown, value: unknown) => Promise<unknown>;
type Remove = (table: unknown, id: unknown) => Promise<unknown>;

interface StoredQuery {
  operators: unknown[];
}

/** A query as the package builds it, before it is read. */
interface Query {
  state: { type: "preparing"; query: StoredQuery } | { type: "executing" | "consumed" | "closed" };
  tableNameForErrorMessages: string;
}

type Documents = { _id: string }[];

/** An object without arrays, in which objects hold only plain values. */
type Shallow = Record<string, unknown>;

interface QueryMethods {
  collect: (this: Query) => Promise<Documents>;
  take: (this: Query, count: number) => Promise<Documents>;
  first: (this: Query) => Promise<Documents[number] | null>;
  unique: (this: Query) => Promise<Documents[number] | null>;
}

/**
 * Takes a function of the package and returns what replaces it. `text` is what the function must be: the variable could
 * hold another one. `called` returns what it calls outside of itself, once the module has been evaluated.
 */
type Replacement<F> = (own: F, text: string, called: () => unknown[]) => F;

/** What modules of the package see under a name that they do not use themselves. */
export interface Replacements {
  performAsyncSyscall: Replacement<AsyncSyscall>;
  jsonToConvex: Replacement<FromJson>;
  convexToJsonInternal: Replacement<ToJson>;
  get: Replacement<Get>;
  insert: Replacement<Insert>;
  patch: Replacement<Change>;
  replace: Replacement<Change>;
  delete_: Replacement<Remove>;
  /** Changes the class itself. */
  QueryImpl: Replacement<{ prototype: QueryMethods }>;
}

/** The package's functions that others need. Copies of the package in one app have their own. */
interface Partners {
  /** Null if it is not the known one. Then nothing that calls it is replaced either. */
  perform: AsyncSyscall | null;
  fromJson: FromJson | null;
}

export function replacements(
  { ask, askByCallBuffer, failNext }: PackageHost,
  { isName, inOrder }: FieldNames,
  inCallBuffer: CallBufferWriter,
): Replacements {
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const { assign, getPrototypeOf, keys, prototype: plain, values } = Object;
  const failed = "engine/failed";
  const queryOfAction = "1.0/actions/query";
  const withoutAnswer = new Set(["1.0/shallowMerge", "1.0/replace", "1.0/remove"]);
  /** The package converts the answers of these once and at once. Code never has what was not converted. */
  const convertedWhole = new Set([
    queryOfAction,
    "1.0/actions/mutation",
    "1.0/actions/action",
    "1.0/runUdf",
    "1.0/get",
  ]);
  /** The last parsed objects that contain nothing to convert and are not converted yet. */
  const converted: unknown[] = [];
  const maxConverted = 16;
  let answers = 0;
  /**
   * The last long results of queries that actions asked for, with their texts. A result that the engine keeps comes as
   * the same text again and again, and parsing it takes longer than everything else that the action does with it. A
   * page of a list may well have 100,000 characters.
   */
  const results: { text: string; json: Shallow }[] = [];
  const resultBounds = { kept: 8, shortest: 2_000, longest: 256_000 };
  let resultsRead = 0;
  const notPlain = Symbol("not plain");
  const { apply } = Reflect;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with `apply`
  const textOf = Function.prototype.toString;
  const installed: { replaced: unknown; own: unknown; name: keyof Replacements }[] = [];

  function replaced<F>(name: keyof Replacements, make: (own: F, partners: () => Partners) => F): Replacement<F> {
    return (own, text, called) => {
      if (apply(textOf, own, []) !== text) return own;
      const replacing = make(own, partnersAmong(called));
      installed[installed.length] = { replaced: replacing, own, name };
      return replacing;
    };
  }

  /** They are looked for at the first call. By then all modules have been evaluated. */
  function partnersAmong(called: () => unknown[]): () => Partners {
    let found: Partners | null = null;
    return () => {
      if (found !== null) return found;
      const partners: Partners = { perform: null, fromJson: null };
      for (const own of called()) {
        for (const known of installed) {
          if (known.replaced !== own) continue;
          if (known.name === "performAsyncSyscall") partners.perform = known.own as AsyncSyscall;
          if (known.name === "jsonToConvex") partners.fromJson = known.own as FromJson;
        }
      }
      return (found = partners);
    };
  }

  /**
   * Whether the package might make something else of the text than `JSON.parse` does. A single rare character is found
   * much faster than a text that begins with a quotation mark.
   */
  function isSpecial(text: string): boolean {
    return (text.includes("$") && text.includes('"$')) || text.includes("__proto__");
  }

  function read(text: string): unknown {
    const json: unknown = parse(text);
    if (typeof json === "object" && json !== null && !isSpecial(text)) keptAsConverted(json);
    return json;
  }

  function readResult(text: string): unknown {
    if (text.length < resultBounds.shortest || text.length > resultBounds.longest) return read(text);
    for (const known of results) if (known.text === text) return keptAsConverted(copyOfShallow(known.json));
    const json = read(text);
    if (!isSpecial(text) && isShallow(json)) {
      results[resultsRead++ % resultBounds.kept] = { text, json: copyOfShallow(json) };
    }
    return json;
  }

  function keptAsConverted(json: object): object {
    converted[answers++ % maxConverted] = json;
    return json;
  }

  function isShallow(json: unknown): json is Shallow {
    return isObject(json) && values(json).every((value) => !isArray(value) && (!isObject(value) || isFlat(value)));
  }

  function isFlat(json: object): boolean {
    return values(json).every((value) => typeof value !== "object" || value === null);
  }

  function isObject(value: unknown): value is object {
    return typeof value === "object" && value !== null && !isArray(value);
  }

  /** Code may change what it receives, so it never receives what is kept. */
  function copyOfShallow(json: Shallow): Shallow {
    const copy = assign({}, json);
    for (const field of keys(copy)) {
      const value = copy[field];
      if (isObject(value)) copy[field] = assign({}, value);
    }
    return copy;
  }

  function readDocument(text: string, fromJson: FromJson): unknown {
    const document: unknown = parse(text);
    return isSpecial(text) ? fromJson(document) : document;
  }

  function nothing(): void {}

  function readDocuments(text: string, fromJson: FromJson): Documents {
    const documents = parse(text) as Documents;
    return isSpecial(text) ? (documents.map((document) => fromJson(document)) as Documents) : documents;
  }

  /** The engine knows the queries of actions by their text. */
  function asking(op: string, args: unknown): string | Promise<string> {
    const callBuffer = op === queryOfAction ? null : inCallBuffer.json(args);
    return callBuffer === null ? ask(op, stringify(args)) : askByCallBuffer(op, callBuffer);
  }

  function answered<T>(own: AsyncSyscall, call: () => string | Promise<string>, use: (text: string) => T): Promise<T> {
    // The package's own function turns an error of the engine into the error that code sees.
    const fail = (error: unknown): Promise<T> => {
      failNext(error);
      return own(failed, null) as Promise<T>;
    };
    let answer: string | Promise<string>;
    try {
      answer = call();
    } catch (error) {
      return fail(error);
    }
    return typeof answer === "string" ? Promise.resolve(use(answer)) : answer.then(use, fail);
  }

  /** Sends a value for the database to store. Null when the package's own function has to convert or refuse it. */
  function stored<T>(
    op: "engine/insert" | "engine/patch" | "engine/replace",
    { perform }: Partners,
    { table, id, value }: { table: unknown; id?: unknown; value: unknown },
    use: (text: string) => T,
  ): Promise<T> | null {
    if (perform === null) return null;
    let callBuffer: CallBuffer | null;
    try {
      callBuffer = inCallBuffer.storing(table, id, value, op === "engine/patch");
    } catch (error) {
      return Promise.reject(error);
    }
    const written = callBuffer;
    return written === null ? null : answered(perform, () => askByCallBuffer(op, written), use);
  }

  function copyOf(value: unknown, isPatch: boolean): unknown {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "number":
        return value - value === 0 && (value !== 0 || 1 / value > 0) ? value : notPlain;
      case "object":
        if (value === null) return null;
        return isArray(value) ? copyOfArray(value) : copyOfObject(value, isPatch);
      default:
        return notPlain;
    }
  }

  function copyOfArray(items: readonly unknown[]): unknown {
    const copy: unknown[] = [];
    for (let place = 0; place < items.length; place++) {
      const item = copyOf(items[place], false);
      if (item === notPlain) return notPlain;
      copy.push(item);
    }
    return copy;
  }

  function copyOfObject(object: object, isPatch: boolean): unknown {
    const prototype: unknown = getPrototypeOf(object);
    if (prototype !== plain && prototype !== null) return notPlain;
    const fields = object as Record<string, unknown>;
    const copy: Record<string, unknown> = {};
    for (const field of inOrder(keys(object))) {
      const value = fields[field];
      if (value === undefined && !isPatch) continue;
      const own = value === undefined ? { $undefined: null } : copyOf(value, false);
      if (own === notPlain || !isName(field)) return notPlain;
      copy[field] = own;
    }
    return copy;
  }

  /** Reads all documents of a query. Null when the package has to do it. */
  function documentsOf(query: Query, { perform, fromJson }: Partners, operators: unknown[]): Promise<Documents> | null {
    if (perform === null || fromJson === null || query.state.type !== "preparing") return null;
    const stored = query.state.query;
    stored.operators.push(...operators);
    query.state = { type: "executing" };
    const call = () => asking("engine/collect", { query: stored });
    return answered(perform, call, (text) => {
      query.state = { type: "consumed" };
      return readDocuments(text, fromJson);
    });
  }

  /** Reads at most `limit` documents. Null when the package's own method has to do or to refuse it. */
  function someOf(query: Query, partners: Partners, limit: number): Promise<Documents> | null {
    if (!Number.isInteger(limit) || limit < 0) return null;
    const documents = documentsOf(query, partners, [{ limit }]);
    if (documents !== null) query.state = { type: "closed" };
    return documents;
  }

  return {
    performAsyncSyscall: replaced("performAsyncSyscall", (own) => (op, args) => {
      const use =
        op === queryOfAction ? readResult : withoutAnswer.has(op) ? nothing : convertedWhole.has(op) ? read : parse;
      return answered(own, () => asking(op, args), use as (text: string) => unknown);
    }),
    jsonToConvex: replaced("jsonToConvex", (own) => (json) => {
      if (typeof json !== "object" || json === null) return own(json);
      const place = converted.indexOf(json);
      if (place === -1) return own(json);
      converted[place] = null;
      return json;
    }),
    convexToJsonInternal: replaced("convexToJsonInternal", (own) => (value, original, path, isPatch) => {
      const copy = path === "" ? copyOf(value, isPatch) : notPlain;
      return copy === notPlain ? own(value, original, path, isPatch) : copy;
    }),
    get: replaced("get", (own, partners) => (table, id, isSystem) => {
      const { perform, fromJson } = partners();
      if (perform === null || fromJson === null || typeof id !== "string") return own(table, id, isSystem);
      return answered(
        perform,
        () => asking("1.0/get", { id, isSystem, table }),
        (text) => readDocument(text, fromJson),
      );
    }),
    insert: replaced("insert", (own, partners) => (table, value) => {
      if (typeof table !== "string" || table[0] === "_") return own(table, value);
      return stored("engine/insert", partners(), { table, value }, (id) => id) ?? own(table, value);
    }),
    patch: replaced("patch", (own, partners) => (table, id, value) => {
      if (typeof id !== "string") return own(table, id, value);
      return stored("engine/patch", partners(), { table, id, value }, nothing) ?? own(table, id, value);
    }),
    replace: replaced("replace", (own, partners) => (table, id, value) => {
      if (typeof id !== "string") return own(table, id, value);
      return stored("engine/replace", partners(), { table, id, value }, nothing) ?? own(table, id, value);
    }),
    delete_: replaced("delete_", (own, partners) => (table, id) => {
      const { perform } = partners();
      if (perform === null || typeof id !== "string") return own(table, id);
      return answered(perform, () => asking("engine/remove", { id, table }), nothing);
    }),
    QueryImpl: replaced("QueryImpl", (own, partners) => {
      const { prototype } = own;
      const { collect, take, first, unique } = prototype;
      prototype.collect = function () {
        return documentsOf(this, partners(), []) ?? collect.call(this);
      };
      prototype.take = function (count) {
        return someOf(this, partners(), count) ?? take.call(this, count);
      };
      prototype.first = function () {
        return someOf(this, partners(), 1)?.then(([document]) => document ?? null) ?? first.call(this);
      };
      prototype.unique = function () {
        const found = someOf(this, partners(), 2);
        if (found === null) return unique.call(this);
        return found.then(([document, other]) => {
          if (document === undefined || other === undefined) return document ?? null;
          const table = this.tableNameForErrorMessages;
          throw new Error(
            `unique() query returned more than one result from table ${table}:\n [${document._id}, ${other._id}, ...]`,
          );
        });
      };
      return own;
    }),
  };
}
