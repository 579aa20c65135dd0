// Evaluates the filter expressions of queries (`q.eq(q.field("a"), 1)`) by the total order of values.
import { FunctionError } from "../value/functionError";
import { valueAtPath } from "../value/indexKey";
import { isJsonObject, textOf, type Json, type JsonObject } from "../value/json";
import { compareValues } from "../value/compareValues";

type Operand = Json | undefined;

const comparisons: Record<string, (order: number) => boolean> = {
  $eq: (order) => order === 0,
  $neq: (order) => order !== 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
};

/** Returns the value of an expression for a document. A missing field has the value undefined. */
export function evaluate(expression: Json, document: JsonObject): Operand {
  if (!isJsonObject(expression)) return expression;
  const [operator] = Object.keys(expression);
  if (operator === undefined) return expression;
  const operand = expression[operator] ?? null;
  if (operator === "$literal") return literal(operand);
  if (operator === "$field") return valueAtPath(document, textOf(operand));
  if (operator === "$and" || operator === "$or") return junction(operator, operand, document);
  if (operator === "$not") return !boolean(evaluate(operand, document), "$not");
  if (operator === "$neg") return negate(evaluate(operand, document));
  const [left, right] = Array.isArray(operand) ? operand : [];
  if (left === undefined || right === undefined) {
    throw new FunctionError("InvalidFilter", `Filter operator ${operator} takes two expressions.`);
  }
  const compare = comparisons[operator];
  if (compare) return compare(compareValues(evaluate(left, document), evaluate(right, document)));
  return arithmetic(operator, evaluate(left, document), evaluate(right, document));
}

/** Returns true if the document passes the filter. A filter whose value is not a boolean is an error, as in Convex. */
export function passes(expression: Json, document: JsonObject): boolean {
  return boolean(evaluate(expression, document), "filter");
}

function literal(value: Json): Operand {
  return isJsonObject(value) && "$undefined" in value ? undefined : value;
}

function junction(operator: "$and" | "$or", operands: Json, document: JsonObject): boolean {
  if (!Array.isArray(operands)) throw new FunctionError("InvalidFilter", `${operator} takes a list of expressions.`);
  const decides = operator === "$or";
  for (const operand of operands) {
    if (boolean(evaluate(operand, document), operator) === decides) return decides;
  }
  return !decides;
}

function boolean(value: Operand, where: string): boolean {
  if (typeof value === "boolean") return value;
  throw evalError(`Expected a boolean in ${where}, got ${describe(value)}`);
}

function negate(value: Operand): Json {
  const number = numeric(value);
  if (number.kind === "float") return floatJson(-number.value);
  return integerJson(-number.value, "negate");
}

function arithmetic(operator: string, left: Operand, right: Operand): Json {
  const a = numeric(left);
  const b = numeric(right);
  if (a.kind === "integer" && b.kind === "integer") return integers(operator, a.value, b.value);
  if (a.kind === "float" && b.kind === "float") return floatJson(floats(operator, a.value, b.value));
  throw evalError(`Cannot combine ${describe(left)} and ${describe(right)} with ${operator}: their types differ`);
}

function integers(operator: string, a: bigint, b: bigint): Json {
  switch (operator) {
    case "$add":
      return integerJson(a + b, "add");
    case "$sub":
      return integerJson(a - b, "subtract");
    case "$mul":
      return integerJson(a * b, "multiply");
    case "$div":
      if (b === 0n) throw evalError(`Cannot divide ${a} by zero`);
      return integerJson(a / b, "divide");
    case "$mod":
      if (b === 0n) throw evalError(`Cannot take ${a} modulo zero`);
      return integerJson(a % b, "take the remainder of");
    default:
      throw unknownOperator(operator);
  }
}

function floats(operator: string, a: number, b: number): number {
  switch (operator) {
    case "$add":
      return a + b;
    case "$sub":
      return a - b;
    case "$mul":
      return a * b;
    case "$div":
      return a / b;
    case "$mod":
      return a % b;
    default:
      throw unknownOperator(operator);
  }
}

function unknownOperator(operator: string): FunctionError {
  return new FunctionError("InvalidFilter", `Unknown filter operator ${operator}.`);
}

type Numeric = { kind: "integer"; value: bigint } | { kind: "float"; value: number };

function numeric(value: Operand): Numeric {
  if (typeof value === "number") return { kind: "float", value };
  if (isJsonObject(value)) {
    const { $integer, $float } = value;
    if (typeof $integer === "string") {
      return { kind: "integer", value: Buffer.from($integer, "base64").readBigInt64LE() };
    }
    if (typeof $float === "string") return { kind: "float", value: Buffer.from($float, "base64").readDoubleLE() };
  }
  throw evalError(`Expected a number, got ${describe(value)}`);
}

function integerJson(value: bigint, verb: string): Json {
  if (BigInt.asIntN(64, value) !== value) throw evalError(`Cannot ${verb}: the result does not fit in an int64`);
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return { $integer: bytes.toString("base64") };
}

function floatJson(value: number): Json {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return { $float: bytes.toString("base64") };
}

function evalError(message: string): FunctionError {
  return new FunctionError("EvalError", message);
}

function describe(value: Operand): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
