// Prints types of the product as TypeScript that imports nothing: programs that are not part of the product have copies
// of the types of what they call.
import { SignatureKind, SymbolFlags, TypeFlags } from "typescript/unstable/sync";
import type { Checker, Symbol as TypeSymbol, Type, TypeReference } from "typescript/unstable/sync";
import { indented } from "./indented";
import type { ProductTypes } from "./productTypes";

export class TypePrinter {
  private readonly checker: Checker;
  /** The interfaces that are written under their names, in the order in which they were met. */
  private readonly interfaces = new Map<string, { symbol: TypeSymbol; text: string }>();

  constructor(private readonly types: ProductTypes) {
    this.checker = types.checker;
  }

  /** The interfaces that the printed types name. */
  interfaceTexts(): string[] {
    return [...this.interfaces.values()].map(({ text }) => indented(text));
  }

  /** Throws when the type is one that JSON cannot carry. */
  print(type: Type): string {
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
    // `A & object` has the fields of `A`.
    const telling = types.filter((type) => !(type.isIntrinsicType() && type.intrinsicName === "object"));
    return telling.map((type) => this.print(type)).join(" & ");
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
    const type = this.types.typeOf(field);
    const isOptional = (field.flags & SymbolFlags.Optional) !== 0;
    const comment = field.getDocumentationComment(this.checker);
    const printed = this.print(type).replace(isOptional ? /\s\| undefined$/ : /$^/, "");
    return `${comment === "" ? "" : `/** ${comment.replaceAll("\n", " ")} */\n`}${field.name}${isOptional ? "?" : ""}: ${printed};\n`;
  }
}
