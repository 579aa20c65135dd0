// The JSON form of validators for arguments, results and documents, as `exportArgs()`, `exportReturns()` and the
// schema write it.
import type { Json } from "./json";

export type ValidatorJson =
  | { type: "null" | "number" | "bigint" | "boolean" | "string" | "bytes" | "any" | "commitTs" }
  | { type: "literal"; value: Json }
  | { type: "id"; tableName: string }
  | { type: "array"; value: ValidatorJson }
  | { type: "union"; value: ValidatorJson[] }
  | { type: "object"; value: Record<string, FieldValidatorJson> }
  | { type: "record"; keys: ValidatorJson; values: FieldValidatorJson };

export interface FieldValidatorJson {
  fieldType: ValidatorJson;
  optional: boolean;
}
