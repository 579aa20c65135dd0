// What the service answers, as JSON Schemas that are derived from the types of the product: a type is written once, in
// `present.ts` of its domain. docs/reference.md shows the schemas.
import { SignatureKind, SymbolFlags, TypeFlags } from "typescript/unstable/sync";
import type { Checker, Symbol as TypeSymbol, Type, TypeReference } from "typescript/unstable/sync";
import path from "node:path";
import { withProductTypes } from "./productTypes";
import type { ProductTypes } from "./productTypes";

/** The part of JSON Schema that the types need. */
export interface AnswerSchema {
  $ref?: string;
  description?: string;
  type?: "string" | "number" | "boolean" | "null" | "array" | "object";
  const?: string | number | boolean;
  enum?: string[];
  anyOf?: AnswerSchema[];
  items?: AnswerSchema;
  prefixItems?: AnswerSchema[];
  properties?: Record<string, AnswerSchema>;
  required?: string[];
  additionalProperties?: AnswerSchema;
}

/** The names of functions are those of Convex, such as `runs/endpoints:list`. */
export interface Asked {
  reads: readonly string[];
  writes: readonly string[];
  operations: readonly string[];
  functions: readonly string[];
}

export interface AnswerSchemas {
  /** The result of each endpoint, by its function: the `data` of an answer, or a whole page. */
  endpoints: Record<string, AnswerSchema>;
  /** The `result` of each operation of the runner. */
  operations: Record<string, AnswerSchema>;
  functions: Record<string, { args: AnswerSchema; result: AnswerSchema }>;
  /** The named shapes, to which a `$ref` such as `#/$defs/RunView` leads. */
  $defs: Record<string, AnswerSchema>;
}

/** The edge adds a field to these answers, which no type of a function says. */
const addedAtEdge: Record<string, Record<string, AnswerSchema>> = {
  "apiKeys/endpoints:generate": { key: { type: "string", description: "The key, which is shown only once." } },
  "webhooks/endpoints:create": { secret: { type: "string", description: "The secret, which is shown only once." } },
  "webhooks/endpoints:rotateSecret": {
    secret: { type: "string", description: "The new secret, which is shown only once." },
  },
  "hooks/endpoints:create": { secret: { type: "string", description: "The secret, which is shown only once." } },
  "apiKeys/endpoints:rotate": { key: { type: "string", description: "The new key, which is shown only once." } },
  "runnerTokens/endpoints:generate": { token: { type: "string", description: "The token, which is shown only once." } },
};

/** The edge adds a number that grows with the time to these answers, and then they are what the type says. */
const completedAtEdge: Record<string, string> = {
  "runs/endpoints:get": "RunDetailView",
  "runs/endpoints:detail": "RunDetailView",
  "runs/endpoints:getByNumber": "RunDetailView",
};

/** Reads the types of the product in the folder `convex` of `app` (productTypes.ts). This takes some seconds. */
export function readAnswerSchemas(app: string, { reads, writes, operations, functions }: Asked): AnswerSchemas {
  return withProductTypes(app, (types) => {
    const writer = new SchemaWriter(types);
    const each = <Result>(names: readonly string[], work: (name: string) => Result): Record<string, Result> =>
      Object.fromEntries(names.map((name) => [name, work(name)]));
    return {
      endpoints: {
        ...each(reads, (name) => readSchema(writer, types, name)),
        ...each(writes, (name) => withAdded(name, writer.schemaOf(writeResult(types, name)))),
      },
      operations: each(operations, (name) => writer.schemaOf(types.resultOfOperation(name))),
      functions: each(functions, (name) => {
        const { args, result } = types.functionNamed(name, "api");
        return { args: writer.schemaOf(args), result: writer.schemaOf(result) };
      }),
      $defs: writer.definitions(),
    };
  });
}

/** An endpoint that writes returns its result with what is left of the limit, which clients see in headers. */
function writeResult(types: ProductTypes, name: string): Type {
  return types.member(types.functionNamed(name, "internal").result, "result");
}

function readSchema(writer: SchemaWriter, types: ProductTypes, name: string): AnswerSchema {
  const whole = completedAtEdge[name];
  return whole === undefined ? writer.schemaOfPresent(readResult(types, name)) : { $ref: `#/$defs/${whole}` };
}

function withAdded(name: string, schema: AnswerSchema): AnswerSchema {
  const properties = addedAtEdge[name];
  if (properties === undefined) return schema;
  return { anyOf: [schema], properties, required: Object.keys(properties) };
}

/** An endpoint that reads returns its result as a JSON text, whose type has the result as a phantom. */
function readResult(types: ProductTypes, name: string): Type {
  const text = types.member(types.functionNamed(name, "internal").result, "result");
  const parts = text.isIntersectionType() ? text.getTypes() : [];
  const phantom = (parts ?? [])
    .filter(({ flags }) => (flags & TypeFlags.String) === 0)
    .flatMap((part) => types.checker.getPropertiesOfType(part))[0];
  if (phantom === undefined) throw new Error(`The type of ${name} does not say what it returns.`);
  return types.typeOf(phantom);
}

const nothing: AnswerSchema = { type: "null" };

class SchemaWriter {
  private readonly checker: Checker;
  private readonly named = new Map<string, { symbol: TypeSymbol; schema: AnswerSchema }>();
  /** Types without a name that are being written, because a type may contain itself. */
  private readonly begun = new Set<string>();

  constructor(private readonly types: ProductTypes) {
    this.checker = types.checker;
  }

  definitions(): Record<string, AnswerSchema> {
    const sorted = [...this.named].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(sorted.map(([name, { schema }]) => [name, schema]));
  }

  schemaOf(type: Type): AnswerSchema {
    if (type.isUnionType()) return this.schemaOfUnion(type.getTypes() ?? []);
    if (type.isStringLiteralType()) return { type: "string", const: type.value };
    if (type.isNumberLiteralType() || type.isBooleanLiteralType()) return { const: type.value };
    if (type.flags & TypeFlags.StringLike) return { type: "string" };
    if (type.isIntrinsicType()) return this.schemaOfIntrinsic(type.intrinsicName);
    if (this.checker.isArrayType(type)) return { type: "array", items: this.argumentsOf(type)[0] ?? {} };
    if (this.checker.isTupleType(type)) return { type: "array", prefixItems: this.argumentsOf(type) };
    if (type.isIntersectionType() && (type.getTypes() ?? []).some(({ flags }) => flags & TypeFlags.String)) {
      // The id of a document is a string with a brand, which JSON does not carry.
      return { type: "string" };
    }
    if (this.checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) {
      throw new Error("JSON carries no function.");
    }
    return this.schemaOfObject(type);
  }

  /** The type without `undefined`, which means that a field is missing. */
  schemaOfPresent(type: Type): AnswerSchema {
    const members = type.isUnionType() ? (type.getTypes() ?? []) : [type];
    const present = members.filter(({ flags }) => !(flags & TypeFlags.Undefined));
    return members.length === present.length ? this.schemaOf(type) : this.schemaOfUnion(present);
  }

  private argumentsOf(type: Type): AnswerSchema[] {
    return this.checker.getTypeArguments(type as TypeReference).map((item) => this.schemaOf(item));
  }

  private schemaOfIntrinsic(name: string): AnswerSchema {
    switch (name) {
      case "string":
      case "number":
      case "boolean":
        return { type: name };
      case "true":
      case "false":
        return { const: name === "true" };
      case "null":
      case "undefined":
      case "void":
        return nothing;
      case "any":
      case "unknown":
        return {};
      case "never":
        return { enum: [] };
      default:
        throw new Error(`JSON carries nothing of the type ${name}.`);
    }
  }

  /** The compiler has no fixed order of the members, so they are sorted. Null is last. */
  private schemaOfUnion(types: readonly Type[]): AnswerSchema {
    const members = new Map(types.map((type) => this.schemaOf(type)).map((schema) => [JSON.stringify(schema), schema]));
    const [yes, no] = ['{"const":true}', '{"const":false}'];
    if (members.has(yes) && members.has(no)) {
      for (const half of [yes, no]) members.delete(half);
      members.set("boolean", { type: "boolean" });
    }
    const isNullable = members.delete(JSON.stringify(nothing));
    const texts = [...members].flatMap(([key, { const: value }]) =>
      typeof value === "string" ? [{ key, value }] : [],
    );
    if (texts.length > 1) {
      for (const { key } of texts) members.delete(key);
      members.set("enum", { type: "string", enum: texts.map(({ value }) => value).toSorted() });
    }
    const sorted = [...members].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, schema]) => schema);
    const all = isNullable ? [...sorted, nothing] : sorted;
    return all.length === 1 ? (all[0] ?? nothing) : { anyOf: all };
  }

  private schemaOfObject(type: Type): AnswerSchema {
    const symbol = this.nameOf(type);
    if (symbol !== undefined) return this.reference(symbol, type);
    const key = String(type.id);
    if (this.begun.has(key)) return {};
    this.begun.add(key);
    try {
      return this.written(type);
    } finally {
      this.begun.delete(key);
    }
  }

  /** The name under which the type is declared. Generic types, such as a page of something, are written out. */
  private nameOf(type: Type): TypeSymbol | undefined {
    const alias = type.getAliasSymbol();
    if (alias !== undefined) return (type.getAliasTypeArguments() ?? []).length === 0 ? alias : undefined;
    if (!type.isClassOrInterface() || (type.getTypeParameters() ?? []).length > 0) return undefined;
    return type.getSymbol();
  }

  /** Types of several domains may have one name. Those that are met later have the name of the domain before it. */
  private reference(symbol: TypeSymbol, type: Type): AnswerSchema {
    const { name } = symbol;
    const isTaken = (this.named.get(name)?.symbol ?? symbol) !== symbol;
    const unique = isTaken ? `${domainOf(symbol)}${name}` : name;
    const known = this.named.get(unique);
    if (known === undefined) {
      const entry: { symbol: TypeSymbol; schema: AnswerSchema } = { symbol, schema: {} };
      this.named.set(unique, entry);
      entry.schema = this.written(type);
    } else if (known.symbol !== symbol) throw new Error(`Two types are called ${unique}.`);
    return { $ref: `#/$defs/${unique}` };
  }

  private written(type: Type): AnswerSchema {
    const [index] = this.checker.getIndexInfosOfType(type);
    const fields = this.checker.getPropertiesOfType(type);
    if (fields.length === 0)
      return index === undefined
        ? { type: "object" }
        : { type: "object", additionalProperties: this.schemaOf(index.valueType) };
    const isOptional = ({ flags }: TypeSymbol) => (flags & SymbolFlags.Optional) !== 0;
    return {
      type: "object",
      properties: Object.fromEntries(fields.map((field) => [field.name, this.fieldSchema(field)])),
      required: fields.filter((field) => !isOptional(field)).map(({ name }) => name),
    };
  }

  private fieldSchema(field: TypeSymbol): AnswerSchema {
    const type = this.types.typeOf(field);
    const isOptional = (field.flags & SymbolFlags.Optional) !== 0;
    const schema = isOptional ? this.schemaOfPresent(type) : this.schemaOf(type);
    const comment = field.getDocumentationComment(this.checker).replaceAll("\n", " ");
    return comment === "" ? schema : { ...schema, description: comment };
  }
}

/** The folder of the file that declares the type, with a capital letter. */
function domainOf({ declarations }: TypeSymbol): string {
  const folder = path.basename(path.dirname(declarations[0]?.path ?? ""));
  return folder.charAt(0).toUpperCase() + folder.slice(1);
}
