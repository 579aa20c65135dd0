// The runner is a program of its own, so it has its own copy of the types of the calls that it makes. This writes that
// copy from the rows of the operations, the schemas of their arguments and the types of their results.
import { API, SignatureKind, SymbolFlags, TypeFlags } from "typescript/unstable/sync";
import type { Checker, Project, Symbol as TypeSymbol, Type, TypeReference } from "typescript/unstable/sync";
import { isArrowFunction, isCallExpression, isStringLiteral } from "typescript/unstable/ast/is";
import type { CallExpression, Node, SourceFile } from "typescript/unstable/ast";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

export const runnerTypesFile = "packages/runner/src/service/_generated/operations.ts";

const introduction = `// Written by \`npm run codegen\` from the operations of the service, the schemas of their arguments and the types of
// their results; do not edit. \`scripts/runnerTypes.ts\` lists the operations that are here.
`;

/** The operations that the runner calls. */
const called = [
  "job.claim",
  "job.heartbeat",
  "job.complete",
  "job.fail",
  "job.defer",
  "keys.getWithFallback",
  "run.create",
  "run.createChainRun",
  "run.get",
  "run.getDelivery",
  "run.getPart",
  "run.updateStatus",
  "run.updateProgress",
  "run.updatePr",
  "run.updateCiChecks",
  "run.ask",
  "run.awaitAnswer",
  "runStep.create",
  "runStep.updateStatus",
  "sprintChain.get",
  "issueSession.createSandbox",
  "issueSession.createIssuesFromJson",
  "issueSession.updateStatus",
  "answeringSession.createSandbox",
  "answeringSession.updateStatus",
  "learning.bulkStore",
  "mergeRun.updateStatus",
  "sandbox.create",
  "sandbox.get",
  "sandbox.updateStatus",
  "sandbox.updateLearningStatus",
  "sandbox.reportDiff",
  "sandbox.reportDevServer",
  "sandbox.reportFiles",
  "message.store",
  "message.streamCreate",
  "message.streamAppend",
  "message.streamFinalize",
  "message.listBySandbox",
  "usage.computeCostAndRecord",
] as const;

/**
 * Returns the text of the file, from the product in the folder `convex` of `app`. Throws when an operation is missing,
 * or has a type that JSON cannot carry.
 */
export function runnerTypes(app: string): string {
  const settings = path.join(app, "tsconfig.json");
  writeFileSync(settings, JSON.stringify({ extends: "../../tsconfig.json", include: ["convex"] }));
  const api = new API({ cwd: app });
  try {
    const [project] = api.updateSnapshot({ openProjects: [settings] }).getProjects();
    if (project === undefined) throw new Error("TypeScript has opened no project.");
    return new OperationTypes(project, app).text();
  } finally {
    api.close();
  }
}

/** The call in a `routes.ts` that makes the row of an operation. */
interface Row {
  file: string;
  call: CallExpression;
}

class OperationTypes {
  private readonly checker: Checker;
  /** The interfaces that are written under their names, in the order in which they were met. */
  private readonly interfaces = new Map<string, { symbol: TypeSymbol; text: string }>();

  constructor(
    private readonly project: Project,
    private readonly app: string,
  ) {
    this.checker = project.checker;
  }

  text(): string {
    const rows = this.rows();
    const operations = called.map((name) => {
      const row = rows.get(name);
      if (row === undefined) throw new Error(`No row of an operation is called ${name}.`);
      return `"${name}": {\nargs: ${this.print(this.argsOf(row))};\nresult: ${this.print(this.resultOf(row))};\n};\n`;
    });
    const interfaces = [...this.interfaces.values()].map(({ text }) => text);
    const whole = `export interface Operations {\n${operations.join("")}}\n`;
    return [introduction, ...interfaces.map(indented), indented(whole)].join("\n");
  }

  private rows(): Map<string, Row> {
    const rows = new Map<string, Row>();
    for (const folder of readdirSync(path.join(this.app, "convex"))) {
      const file = `convex/${folder}/routes.ts`;
      if (!existsSync(path.join(this.app, file))) continue;
      const visit = (node: Node): void => {
        if (isCallExpression(node)) {
          const [name] = node.arguments;
          if (name !== undefined && isStringLiteral(name)) rows.set(name.text, { file, call: node });
        }
        node.forEachChild(visit);
      };
      this.sourceFile(file).forEachChild(visit);
    }
    return rows;
  }

  /** The row names an export of the domain's `requests.ts`, which builds the schema. */
  private argsOf({ file, call }: Row): Type {
    const [, name] = call.arguments;
    if (name === undefined || !isStringLiteral(name)) throw new Error(`A row of ${file} names no schema.`);
    const requests = this.checker.getSymbolAtLocation(this.sourceFile(path.join(path.dirname(file), "requests.ts")));
    const maker = requests && this.checker.getMemberInModuleExports(requests, name.text);
    const schema = maker && this.returned(this.typeOf(maker));
    return this.member(this.member(schema, "_zod"), "input");
  }

  /** The last argument of a row is a reference to a function, or the function itself. */
  private resultOf({ call }: Row): Type {
    const work = call.arguments.at(-1);
    const type = work && this.checker.getTypeAtLocation(work);
    if (work === undefined || type === undefined) throw new Error("A row has no function.");
    return isArrowFunction(work) ? this.awaited(this.returned(type)) : this.member(type, "_returnType");
  }

  private print(type: Type): string {
    if (type.isUnionType()) return this.printUnion(type.getTypes() ?? []);
    if (type.isStringLiteralType()) return JSON.stringify(type.value);
    if (type.isNumberLiteralType() || type.isBooleanLiteralType()) return String(type.value);
    if (type.isIntrinsicType()) return this.printIntrinsic(type.intrinsicName);
    if (this.checker.isArrayType(type)) return this.printArray(type);
    if (this.checker.isTupleType(type)) return this.printTuple(type);
    if (this.checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) {
      throw new Error("JSON carries no function.");
    }
    if (type.isIntersectionType()) return this.printIntersection(type.getTypes() ?? []);
    const symbol = type.getSymbol();
    const isNamed = type.isClassOrInterface() && symbol !== undefined && (type.getTypeParameters() ?? []).length === 0;
    return isNamed ? this.printInterface(symbol, type) : this.printObject(type);
  }

  private printIntrinsic(name: string): string {
    if (["string", "number", "boolean", "null", "undefined", "true", "false", "unknown"].includes(name)) return name;
    if (name === "any") return "unknown";
    throw new Error(`JSON carries nothing of the type ${name}.`);
  }

  /** The compiler has no fixed order of the members, so the literals are sorted. What is missing comes last. */
  private printUnion(types: readonly Type[]): string {
    const printed = new Set(types.map((type) => this.print(type)));
    if (printed.has("true") && printed.has("false")) printed.add("boolean");
    if (printed.has("boolean")) for (const half of ["true", "false"]) printed.delete(half);
    const last = ["null", "undefined"].filter((name) => printed.delete(name));
    const members = [...[...printed].toSorted(), ...last];
    const isLong = members.some((member) => member.includes(" & "));
    return isLong ? members.map((member) => `\n| ${member}`).join("") : members.join(" | ");
  }

  /** The id of a document is a string with a brand, which JSON does not carry. */
  private printIntersection(types: readonly Type[]): string {
    if (types.some(({ flags }) => flags & TypeFlags.String)) return "string";
    return types.map((type) => this.print(type)).join(" & ");
  }

  private printTuple(type: Type): string {
    return `[${this.checker
      .getTypeArguments(type as TypeReference)
      .map((item) => this.print(item))
      .join(", ")}]`;
  }

  private printArray(type: Type): string {
    const [item] = this.checker.getTypeArguments(type as TypeReference);
    if (item === undefined) throw new Error("An array has no type of its items.");
    const printed = this.print(item);
    return /^\w+$|^{[^&|]*}$/.test(printed) ? `${printed}[]` : `(${printed})[]`;
  }

  private printInterface(symbol: TypeSymbol, type: Type): string {
    const { name } = symbol;
    const known = this.interfaces.get(name);
    if (known === undefined) {
      const entry = { symbol, text: "" };
      this.interfaces.set(name, entry);
      entry.text = `interface ${name} ${this.printObject(type)}\n`;
    } else if (known.symbol !== symbol) return this.printObject(type);
    return name;
  }

  private printObject(type: Type): string {
    const [index] = this.checker.getIndexInfosOfType(type);
    const fields = this.checker.getPropertiesOfType(type).map((field) => this.printField(field));
    if (index !== undefined && fields.length === 0) return `Record<string, ${this.print(index.valueType)}>`;
    return fields.length === 0 ? "object" : `{\n${fields.join("")}}`;
  }

  private printField(field: TypeSymbol): string {
    const type = this.typeOf(field);
    const isOptional = (field.flags & SymbolFlags.Optional) !== 0;
    const comment = field.getDocumentationComment(this.checker);
    const printed = this.print(type).replace(isOptional ? /\s\| undefined$/ : /$^/, "");
    return `${comment === "" ? "" : `/** ${comment.replaceAll("\n", " ")} */\n`}${field.name}${isOptional ? "?" : ""}: ${printed};\n`;
  }

  private sourceFile(file: string): SourceFile {
    const source = this.project.program.getSourceFile(path.join(this.app, file));
    if (source === undefined) throw new Error(`${file} is not a file of the project.`);
    return source;
  }

  private typeOf(symbol: TypeSymbol): Type {
    const type = this.checker.getTypeOfSymbol(symbol);
    if (type === undefined) throw new Error(`${symbol.name} has no type.`);
    return type;
  }

  private member(type: Type | undefined, name: string): Type {
    const member = type && this.checker.getPropertyOfType(type, name);
    if (member === undefined) throw new Error(`A type has no member ${name}.`);
    return this.typeOf(member);
  }

  private returned(type: Type): Type {
    const [signature] = this.checker.getSignaturesOfType(type, SignatureKind.Call);
    const result = signature && this.checker.getReturnTypeOfSignature(signature);
    if (result === undefined) throw new Error("A type that is not a function was called.");
    return result;
  }

  private awaited(promise: Type): Type {
    const [value] = this.checker.getTypeArguments(promise as TypeReference);
    if (value === undefined) throw new Error("The function of an operation returns no promise.");
    return value;
  }
}

/** A line with a brace at its end opens a level, one with a brace at its beginning closes one. */
function indented(text: string): string {
  let level = 0;
  return text.replaceAll(/^.+$/gm, (line) => {
    if (line.startsWith("}")) level -= 1;
    const shown = "  ".repeat(level) + line.trimEnd();
    if (line.endsWith("{")) level += 1;
    return shown;
  });
}
