// The types of the product, as the compiler knows them: what functions take and answer, and the rows of operations.
import { API, SignatureKind } from "typescript/unstable/sync";
import type { Checker, Project, Symbol as TypeSymbol, Type, TypeReference } from "typescript/unstable/sync";
import { isCallExpression, isStringLiteral } from "typescript/unstable/ast/is";
import type { CallExpression, Node, SourceFile } from "typescript/unstable/ast";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { rootDirectory } from "./settings";

/** The call in a `routes.ts` that makes the row of an operation. */
interface Row {
  file: string;
  call: CallExpression;
}

/**
 * Calls `work` with the types of the product in the folder `convex` of `app`, which is this checkout or below it. The
 * types are valid only until `work` returns.
 */
export function withProductTypes<Result>(app: string, work: (types: ProductTypes) => Result): Result {
  const build = path.join(rootDirectory, ".build");
  mkdirSync(build, { recursive: true });
  const folder = mkdtempSync(path.join(build, "types-"));
  const settings = path.join(folder, "tsconfig.json");
  const sources = path.join(app, "convex");
  writeFileSync(settings, JSON.stringify({ extends: "../../tsconfig.json", include: [sources] }));
  const api = new API({ cwd: folder });
  try {
    const [project] = api.updateSnapshot({ openProjects: [settings] }).getProjects();
    if (project === undefined) throw new Error("TypeScript has opened no project.");
    return work(new ProductTypes(project, app));
  } finally {
    api.close();
    rmSync(folder, { recursive: true });
  }
}

export class ProductTypes {
  readonly checker: Checker;
  private readonly rows: ReadonlyMap<string, Row>;

  constructor(
    private readonly project: Project,
    private readonly app: string,
  ) {
    this.checker = project.checker;
    this.rows = this.readRows();
  }

  /** What the runner sends: the input of a schema, which the row of the operation names in `requests.ts`. */
  argsOfOperation(operation: string): Type {
    const { file, call } = this.rowOf(operation);
    const [, name] = call.arguments;
    if (name === undefined || !isStringLiteral(name)) throw new Error(`A row of ${file} names no schema.`);
    const requests = this.checker.getSymbolAtLocation(this.sourceFile(path.join(path.dirname(file), "requests.ts")));
    const maker = requests && this.checker.getMemberInModuleExports(requests, name.text);
    const schema = maker && this.returned(this.typeOf(maker));
    return this.member(this.member(schema, "_zod"), "input");
  }

  /** The last argument of a row is a reference to a function, or the function itself. */
  resultOfOperation(operation: string): Type {
    const work = this.rowOf(operation).call.arguments.at(-1);
    const type = work && this.checker.getTypeAtLocation(work);
    if (type === undefined) throw new Error(`The row of ${operation} has no function.`);
    const isFunction = this.checker.getSignaturesOfType(type, SignatureKind.Call).length > 0;
    return isFunction ? this.awaited(this.returned(type)) : this.member(type, "_returnType");
  }

  /** A function by its name, such as `runs/dashboard:get`, public or internal. */
  functionNamed(name: string, visibility: "api" | "internal"): { args: Type; result: Type } {
    const found = name.split(/[/:]/).reduce((type, part) => this.member(type, part), this.functions(visibility));
    return { args: this.member(found, "_args"), result: this.member(found, "_returnType") };
  }

  /** The object whose members are the folders, files and functions of the product. */
  functions(visibility: "api" | "internal"): Type {
    const generated = this.checker.getSymbolAtLocation(this.sourceFile("convex/_generated/api.d.ts"));
    const root = generated && this.checker.getMemberInModuleExports(generated, visibility);
    if (root === undefined) throw new Error(`convex/_generated/api.d.ts exports no ${visibility}.`);
    return this.typeOf(root);
  }

  typeOf(symbol: TypeSymbol): Type {
    const type = this.checker.getTypeOfSymbol(symbol);
    if (type === undefined) throw new Error(`${symbol.name} has no type.`);
    return type;
  }

  member(type: Type | undefined, name: string): Type {
    const member = type && this.checker.getPropertyOfType(type, name);
    if (member === undefined) throw new Error(`A type has no member ${name}.`);
    return this.typeOf(member);
  }

  private rowOf(operation: string): Row {
    const row = this.rows.get(operation);
    if (row === undefined) throw new Error(`No row of an operation is called ${operation}.`);
    return row;
  }

  private readRows(): Map<string, Row> {
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

  private sourceFile(file: string): SourceFile {
    const source = this.project.program.getSourceFile(path.join(this.app, file));
    if (source === undefined) throw new Error(`${file} is not a file of the project.`);
    return source;
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
