// Reads the query that a function has built (source and operators). Finds the index and the key range that the query
// walks.
import { checkIdentifier } from "../value/check";
import { FunctionError } from "../value/functionError";
import { encodeIndexKey, keySuccessor } from "../value/indexKey";
import { isJsonObject, textOf, type Json, type JsonObject } from "../value/json";
import { limits } from "./limits";
import type { KeyRange } from "./readSet";
import { systemTables } from "./registry";
import type { Registry, Table } from "./registry";
import type { Order, ScanIndex } from "./rows";
import { planSearch } from "./searchPlan";
import type { SearchSource } from "./searchScan";
import { byCreationTime } from "./tables";

export type Operator = { kind: "filter"; expression: Json } | { kind: "limit"; count: number };

export interface RangeSource {
  readonly kind: "range";
  /** null means that the table does not exist (yet), so the query finds nothing. */
  readonly scan: ScanIndex | null;
  readonly range: KeyRange;
  readonly order: Order;
}

export interface QueryPlan {
  source: RangeSource | SearchSource;
  operators: Operator[];
}

interface RangeTerm {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  field: string;
  value: Json | undefined;
}

const everything: KeyRange = { from: Buffer.alloc(0), to: null };

export function planQuery(registry: Registry, component: string, query: Json | undefined): QueryPlan {
  if (!isJsonObject(query) || !isJsonObject(query["source"])) throw malformedError("source");
  return { source: planSource(registry, component, query["source"]), operators: readOperators(query["operators"]) };
}

function planSource(registry: Registry, component: string, source: JsonObject): QueryPlan["source"] {
  const order: Order = source["order"] === "desc" ? "desc" : "asc";
  switch (source["type"]) {
    case "FullTableScan": {
      const name = textOf(source["tableName"]);
      const table = registry.table(component, name);
      if (table === undefined) checkTableName(name);
      const scan = table === undefined ? null : scanOf(table, name, byCreationTime);
      return { kind: "range", scan, range: everything, order };
    }
    case "IndexRange":
      return { kind: "range", ...planRange(registry, component, source), order };
    case "Search": {
      const { name, table } = indexedTable(registry, component, source);
      return { kind: "search", table, request: planSearch(table, name, source["filters"]) };
    }
    default:
      throw malformedError("source");
  }
}

/** A table that has no documents yet need not exist, but its name must be possible. */
function checkTableName(name: string): void {
  if (!name.startsWith("_")) checkIdentifier(name, "Table name");
}

function planRange(registry: Registry, component: string, source: JsonObject): Pick<RangeSource, "scan" | "range"> {
  if (isOfAbsentSystemTable(registry, component, textOf(source["indexName"]))) return { scan: null, range: everything };
  const { name, table } = indexedTable(registry, component, source);
  const scan = scanOf(table, table.name, name.slice(name.indexOf(".") + 1));
  const terms = readRange(source["range"]);
  return { scan, range: rangeOfEqual(scan, terms) ?? keyRange(name, fieldsOf(scan), terms) };
}

/** The range of most queries: equalities on the first fields of the index, in its order. Null for any other. */
function rangeOfEqual(scan: ScanIndex, terms: RangeTerm[]): KeyRange | null {
  if (scan.kind === "byId" || terms.length > scan.index.fields.length) return null;
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index];
    if (term?.type !== "Eq" || term.field !== scan.index.fields[index]) return null;
  }
  return bounds(
    terms.map(({ value }) => value),
    undefined,
    undefined,
  );
}

function fieldsOf(scan: ScanIndex): readonly string[] {
  return scan.kind === "byId" ? ["_id"] : [...scan.index.fields, "_creationTime", "_id"];
}

/**
 * Returns the table of an index, which is named `table.index`. A table that does not exist has no indexes, not even
 * the built-in ones.
 */
function indexedTable(registry: Registry, component: string, source: JsonObject): { name: string; table: Table } {
  const name = textOf(source["indexName"]);
  const table = registry.table(component, name.slice(0, name.indexOf(".")));
  if (table === undefined) throw indexNotFound(name);
  return { name, table };
}

/** Here a table of the system is made with its first row. For functions it is always there, with its two indexes. */
function isOfAbsentSystemTable(registry: Registry, component: string, name: string): boolean {
  const [tableName = "", indexName = ""] = name.split(".");
  if (!systemTables.some((table) => table.name === tableName)) return false;
  return registry.table(component, tableName) === undefined && (indexName === "by_id" || indexName === byCreationTime);
}

function indexNotFound(name: string): FunctionError {
  return new FunctionError("IndexNotFoundError", `Index ${name} not found.`);
}

function scanOf(table: Table, tableName: string, indexName: string): ScanIndex {
  if (indexName === "by_id") return { kind: "byId", table };
  const index = table.indexes.find((candidate) => candidate.name === indexName);
  if (index === undefined) throw indexNotFound(`${tableName}.${indexName}`);
  return { kind: "entries", index };
}

function readRange(range: Json | undefined): RangeTerm[] {
  if (!Array.isArray(range)) throw malformedError("range");
  return range.map((term) => {
    if (!isJsonObject(term)) throw malformedError("range");
    const { type, fieldPath, value } = term;
    if (type !== "Eq" && type !== "Gt" && type !== "Gte" && type !== "Lt" && type !== "Lte")
      throw malformedError("range");
    const isUndefined = isJsonObject(value) && "$undefined" in value;
    return { type, field: textOf(fieldPath), value: isUndefined ? undefined : value };
  });
}

/**
 * Builds the key range from the terms: equalities on the first fields, in any order, then at most one lower and one
 * upper bound on the next field.
 */
function keyRange(index: string, fields: readonly string[], terms: RangeTerm[]): KeyRange {
  const equal = new Map<string, Json | undefined>();
  let lower: RangeTerm | undefined;
  let upper: RangeTerm | undefined;
  for (const term of terms) {
    if (!fields.includes(term.field)) {
      throw rangeError(
        `The index range included a comparison with "${term.field}", but ${index} is not indexed on that field.`,
      );
    }
    if (term.type === "Eq") {
      if (equal.has(term.field)) throw alreadyDefined("equality", term);
      equal.set(term.field, term.value);
    } else if (term.type === "Gt" || term.type === "Gte") {
      if (lower !== undefined) throw alreadyDefined("lower", term);
      lower = term;
    } else {
      if (upper !== undefined) throw alreadyDefined("upper", term);
      upper = term;
    }
  }
  checkFieldOrder(index, fields, equal, lower, upper);
  const prefix = fields.slice(0, equal.size).map((field) => equal.get(field));
  return bounds(prefix, lower, upper);
}

function checkFieldOrder(
  index: string,
  fields: readonly string[],
  equal: ReadonlyMap<string, Json | undefined>,
  lower: RangeTerm | undefined,
  upper: RangeTerm | undefined,
): void {
  if (lower !== undefined && upper !== undefined && lower.field !== upper.field) {
    throw rangeError(
      `Upper and lower bounds in range can only be applied to a single index field. This query against index ${index} ` +
        `attempted to set a range bound on both "${lower.field}" and "${upper.field}". Consider using \`filter\` instead.`,
    );
  }
  const bound = lower ?? upper;
  const inOrder = fields.slice(0, equal.size).every((field) => equal.has(field));
  if (inOrder && (bound === undefined || bound.field === fields[equal.size])) return;
  const used = [...equal.keys(), ...(bound === undefined ? [] : [bound.field])];
  throw rangeError(
    `Tried to query index ${index} but the query didn't use the index fields in order.\n` +
      `Index fields: ${JSON.stringify(fields)}\nQuery fields: ${JSON.stringify(used)}\n` +
      "For more information see https://docs.convex.dev/database/indexes.",
  );
}

function bounds(prefix: (Json | undefined)[], lower: RangeTerm | undefined, upper: RangeTerm | undefined): KeyRange {
  const start = encodeIndexKey(prefix);
  let from = start;
  let to = keySuccessor(start);
  if (lower !== undefined) {
    const key = encodeIndexKey([...prefix, lower.value]);
    from = lower.type === "Gte" ? key : (keySuccessor(key) ?? key);
  }
  if (upper !== undefined) {
    const key = encodeIndexKey([...prefix, upper.value]);
    to = upper.type === "Lt" ? key : keySuccessor(key);
  }
  return { from, to };
}

function readOperators(operators: Json | undefined): Operator[] {
  if (!Array.isArray(operators)) throw malformedError("operators");
  if (operators.length > limits.queryOperators) {
    throw new FunctionError("TooManyOperators", `Queries may have at most ${limits.queryOperators} operators.`);
  }
  return operators.map((operator) => {
    if (isJsonObject(operator) && operator["filter"] !== undefined) {
      checkFieldPaths(operator["filter"]);
      return { kind: "filter", expression: operator["filter"] };
    }
    if (isJsonObject(operator) && typeof operator["limit"] === "number") {
      return { kind: "limit", count: operator["limit"] };
    }
    throw malformedError("operators");
  });
}

const FIELD_PATH = /^(?!_+(\.|$))[A-Za-z_][A-Za-z0-9_]*(\.(?!_+(\.|$))[A-Za-z_][A-Za-z0-9_]*)*$/;

/** A path that no document can have is a mistake: it would find nothing, and nobody would notice. */
function checkFieldPaths(filter: Json): void {
  // Code may nest expressions so deeply that recursion would overflow the stack.
  const left: Json[] = [filter];
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (Array.isArray(part)) left.push(...part);
    else if (isJsonObject(part) && "$field" in part) checkFieldPath(part["$field"]);
    else if (isJsonObject(part) && !("$literal" in part)) left.push(...Object.values(part));
  }
}

function checkFieldPath(path: Json | undefined): void {
  if (typeof path === "string" && FIELD_PATH.test(path)) return;
  const rule = "Its parts are joined by dots, and consist of letters, digits and underscores.";
  throw new FunctionError(
    "InvalidFieldPath",
    `The field path ${JSON.stringify(path)} of a filter is not valid. ${rule}`,
  );
}

function alreadyDefined(bound: string, term: RangeTerm): FunctionError {
  return rangeError(`Already defined ${bound} bound in index range. Can't add ${term.type} on "${term.field}".`);
}

function rangeError(message: string): FunctionError {
  return new FunctionError("IndexRangeError", message);
}

function malformedError(part: string): FunctionError {
  return new FunctionError("InvalidQuery", `The query's ${part} cannot be read.`);
}
