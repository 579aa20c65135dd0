// Writes the types of the public functions, with which a dashboard in a repository of its own calls the service live.
import type { Type } from "typescript/unstable/sync";
import { indented } from "./indented";
import type { ProductTypes } from "./productTypes";
import { TypePrinter } from "./typePrinter";

export const liveTypesFile = "packages/client/src/_generated/liveApi.ts";

const introduction = `// Written by \`npm run codegen\` from the public functions of the service; do not edit.
import type { FunctionReference } from "convex/server";
`;

/** Returns the text of the file. */
export function liveTypes(types: ProductTypes): string {
  const printer = new TypePrinter(types);
  const whole = `export interface LiveApi {\n${members(types, printer, types.functions("api"))}}\n`;
  return [introduction, ...printer.interfaceTexts(), indented(whole)].join("\n");
}

function members(types: ProductTypes, printer: TypePrinter, namespace: Type): string {
  const fields = types.checker.getPropertiesOfType(namespace).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return fields
    .map((field) => {
      const type = types.typeOf(field);
      const isFunction = types.checker.getPropertyOfType(type, "_returnType") !== undefined;
      return `${field.name}: ${isFunction ? reference(types, printer, type) : `{\n${members(types, printer, type)}}`};\n`;
    })
    .join("");
}

function reference(types: ProductTypes, printer: TypePrinter, type: Type): string {
  // Convex asks for arguments with an index.
  const part = (name: string) => printer.print(types.member(type, name)).replace(/^object$/, "Record<string, never>");
  return `FunctionReference<${part("_type")}, "public", ${part("_args")}, ${part("_returnType")}>`;
}
