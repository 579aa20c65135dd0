// What a change of the API would break for its clients: compares two OpenAPI documents. A request that was right must
// stay right, and an answer must keep what clients read from it. New paths, new fields of answers, new fields of
// requests that may be left out and wider requests break nothing.

/** The part of JSON Schema that the document uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Part {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  parameters?: Part[];
  requestBody?: Part;
  responses?: Record<string, Part>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components?: Record<string, Record<string, unknown>>;
}

/** Each line begins with the operation, such as `POST /api/v1/runs/start: the field x of the request is gone`. */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  const operations = Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return operations.flatMap(({ path, method, operation }) => {
    const name = `${method.toUpperCase()} ${path}`;
    const now = after.paths[path]?.[method];
    if (now === undefined) return [`${name}: it is gone`];
    const found = new Comparison(before, after).operation(operation, now);
    return [...new Set(found)].map((change) => `${name}: ${change}`);
  });
}

/** Whether the values come from clients or go to them: what is narrower for one is wider for the other. */
type Direction = "request" | "answer";

class Comparison {
  /** Pairs of shapes that are being compared, as a shape may contain itself. */
  private readonly begun = new Set<string>();

  constructor(
    private readonly before: OpenApi,
    private readonly after: OpenApi,
  ) {}

  operation(before: Operation, after: Operation): string[] {
    return [...this.parameters(before, after), ...this.body(before, after), ...this.answers(before, after)];
  }

  private parameters(before: Operation, after: Operation): string[] {
    const keyed = (operation: Operation, whole: OpenApi) =>
      new Map(
        (operation.parameters ?? [])
          .map((each) => resolved(whole, each))
          .map((each) => [`${each.in} ${each.name}`, each]),
      );
    const [olds, news] = [keyed(before, this.before), keyed(after, this.after)];
    const lost = [...olds].flatMap(([key, old]) => {
      const now = news.get(key);
      if (now === undefined) return [`the parameter ${old.name} is gone`];
      const isStricter = now.required === true && old.required !== true;
      const changes = this.schema(old.schema ?? {}, now.schema ?? {}, "request", `the parameter ${old.name}`);
      return isStricter ? changes.concat(`the parameter ${old.name} is required now`) : changes;
    });
    const added = [...news].filter(([key, { required }]) => required === true && !olds.has(key));
    return [...lost, ...added.map(([, { name }]) => `the new parameter ${name} is required`)];
  }

  private body({ requestBody: before }: Operation, { requestBody: after }: Operation): string[] {
    if (before === undefined) return after?.required === true ? ["a body is required now"] : [];
    if (after === undefined) return ["the body of the request is gone"];
    return this.schema(jsonOf(before), jsonOf(after), "request", "the request");
  }

  private answers({ responses: before = {} }: Operation, { responses: after = {} }: Operation): string[] {
    return Object.entries(before).flatMap(([status, part]) => {
      const now = after[status];
      if (now === undefined) return [`the status ${status} is gone`];
      const [old, present] = [resolved(this.before, part), resolved(this.after, now)];
      const types = Object.keys(old.content ?? {}).filter((type) => present.content?.[type] === undefined);
      const lost = types.map((type) => `${status} no longer has the content ${type}`);
      // A refusal may get more codes: clients go by the status where they do not know a code.
      if (!status.startsWith("2")) return lost;
      return lost.concat(this.schema(jsonOf(old), jsonOf(present), "answer", `the answer ${status}`));
    });
  }

  private schema(before: Schema, after: Schema, direction: Direction, place: string): string[] {
    const pair = JSON.stringify([before, after]);
    if (this.begun.has(`${direction}${pair}`)) return [];
    this.begun.add(`${direction}${pair}`);
    const [old, now] = [resolved(this.before, before), resolved(this.after, after)];
    return [
      ...this.kinds(old, now, direction, place),
      ...this.fields(old, now, direction, place),
      ...bounds(old, now, direction, place),
      ...(old.items !== undefined && now.items !== undefined
        ? this.schema(old.items, now.items, direction, `an item of ${place}`)
        : []),
    ];
  }

  /** The types, values and forms that a value may have. */
  private kinds(old: Schema, now: Schema, direction: Direction, place: string): string[] {
    const kinds = (schema: Schema, whole: OpenApi) => {
      const all = kindsOf(schema, whole);
      // More values may come with time, so clients of an answer take those that they do not know.
      return direction === "answer" && all !== null ? new Set([...all].map(typeOfKind)) : all;
    };
    const [olds, news] = [kinds(old, this.before), kinds(now, this.after)];
    if (olds === null || news === null) {
      const isNarrower = direction === "request" ? olds === null && news !== null : olds !== null && news === null;
      return isNarrower ? [`${place} may be less than before`] : [];
    }
    const [from, to] = direction === "request" ? [olds, news] : [news, olds];
    const missing = [...from].filter((kind) => !to.has(kind) && !isWithin(kind, to));
    return missing.map((kind) =>
      direction === "request" ? `${place} may no longer be ${kind}` : `${place} may also be ${kind} now`,
    );
  }

  private fields(old: Schema, now: Schema, direction: Direction, place: string): string[] {
    const [olds, news] = [formsOf(old, this.before), formsOf(now, this.after)];
    if (olds.length > 1 || news.length > 1) return this.forms(olds, news, direction, place);
    const [before, after] = [olds[0], news[0]];
    if (before?.properties === undefined || after?.properties === undefined) return [];
    const { properties } = after;
    const required = new Set(after.required ?? []);
    const wasRequired = new Set(before.required ?? []);
    const lost = Object.entries(before.properties).flatMap(([name, field]) => {
      const present = properties[name];
      const its = `the field ${name} of ${place}`;
      if (present === undefined) return [`${its} is gone`];
      const changed = this.schema(field, present, direction, its);
      if (direction === "answer" && wasRequired.has(name) && !required.has(name))
        changed.push(`${its} may be missing now`);
      if (direction === "request" && !wasRequired.has(name) && required.has(name))
        changed.push(`${its} is required now`);
      return changed;
    });
    const known = before.properties;
    const added = direction === "answer" ? [] : [...required].filter((name) => !(name in known));
    return [...lost, ...added.map((name) => `the new field ${name} of ${place} is required`)];
  }

  /** Several forms, such as the jobs of each kind: each old form must be one of the new ones. */
  private forms(olds: Schema[], news: Schema[], direction: Direction, place: string): string[] {
    const fits = (old: Schema) =>
      news.some((now) => new Comparison(this.before, this.after).schema(old, now, direction, place).length === 0);
    return olds.every(fits) ? [] : [`a form of ${place} is gone or different`];
  }
}

function jsonOf({ content = {} }: Part): Schema {
  return content["application/json"]?.schema ?? {};
}

function resolved<Found extends { $ref?: string }>(whole: OpenApi, part: Found): Found {
  if (part.$ref === undefined) return part;
  const [kind = "", name = ""] = part.$ref.split("/").slice(2);
  return resolved(whole, (whole.components?.[kind]?.[name] ?? {}) as Found);
}

/** The objects that a value may be. */
function formsOf(schema: Schema, whole: OpenApi): Schema[] {
  const own = resolved(whole, schema);
  const branches = own.anyOf ?? own.oneOf;
  if (branches !== undefined) return branches.flatMap((one) => formsOf(one, whole));
  return own.properties === undefined ? [] : [own];
}

/** Words for the kinds of values that are allowed, such as `string` or `"open"`. Null: anything. */
function kindsOf(schema: Schema, whole: OpenApi): Set<string> | null {
  const own = resolved(whole, schema);
  const branches = own.anyOf ?? own.oneOf;
  if (branches !== undefined) {
    const all = branches.map((one) => kindsOf(one, whole));
    return all.includes(null) ? null : new Set(all.flatMap((one) => Array.from(one ?? [])));
  }
  if (own.const !== undefined) return new Set([JSON.stringify(own.const)]);
  if (own.enum !== undefined) return new Set(own.enum.map((value) => JSON.stringify(value)));
  if (own.type === undefined) return null;
  return new Set([own.type].flat());
}

/** The type of a value that `kindsOf` has returned. */
function typeOfKind(kind: string): string {
  if (kind.startsWith('"')) return "string";
  return kind === "true" || kind === "false" ? "boolean" : kind;
}

/** Whether a value or a type is one of wider types: `"open"` is a string, and an integer is a number. */
function isWithin(kind: string, types: ReadonlySet<string>): boolean {
  return types.has(typeOfKind(kind)) || (kind === "integer" && types.has("number"));
}

const lowest = ["minimum", "minLength", "minItems"] as const;
const highest = ["maximum", "maxLength", "maxItems"] as const;

/** Only requests: a bound of an answer is known to nobody. */
function bounds(old: Schema, now: Schema, direction: Direction, place: string): string[] {
  if (direction === "answer") return [];
  const raised = lowest.filter((name) => (now[name] ?? -Infinity) > (old[name] ?? -Infinity));
  const lowered = highest.filter((name) => (now[name] ?? Infinity) < (old[name] ?? Infinity));
  return [...raised, ...lowered].map((name) => `${name} of ${place} was ${old[name] ?? "none"} and is ${now[name]}`);
}
