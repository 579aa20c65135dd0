// Turns a row of an import into the checked fields of a document. If the row brings an id, the id must belong to the
// table.
import { checkFields, withoutFields, type Document } from "../../database/documents";
import { refuseSystemFields } from "../../database/systemFields";
import { FunctionError } from "../../value/functionError";
import { decodeId } from "../../value/id";
import { isJsonObject, type JsonObject } from "../../value/json";
import type { ValidatorJson } from "../../value/validatorJson";
import { ImportError } from "./importError";
import type { Row } from "./importedTables";

export interface ImportedDocument {
  /** The fields of the imported document, without its system fields. */
  fields: JsonObject;
  id: string | null;
  creationTime: number | null;
}

const systemFields = new Set(["_id", "_creationTime"]);

export function importedDocument({ number, value }: Row, table: { name: string; number: number }): ImportedDocument {
  const refused = (why: string) => new ImportError(`Row ${number} of table "${table.name}" ${why}`);
  if (!isJsonObject(value)) throw refused("is not an object.");
  try {
    const { _id: id = null, _creationTime: creationTime = null } = value;
    const fields = checkFields(withoutFields(value, systemFields), "import");
    refuseSystemFields(fields, undefined);
    return { fields, id: checkedId(id, table), creationTime: checkedTime(creationTime) };
  } catch (error) {
    throw error instanceof FunctionError ? refused(`cannot be imported: ${error.message}`) : error;
  }
}

function checkedId(id: JsonObject[string], table: { number: number }): string | null {
  if (id === null) return null;
  const decoded = typeof id === "string" ? decodeId(id) : null;
  if (typeof id !== "string" || decoded === null)
    throw wrong(`its _id ${JSON.stringify(id)} is not the id of a document.`);
  if (decoded.tableNumber === table.number) return id;
  throw wrong(`its _id ${id} has the table number ${decoded.tableNumber}, the table has ${table.number}.`);
}

function checkedTime(time: JsonObject[string]): number | null {
  if (time === null) return null;
  if (typeof time === "number" && time > 0) return time;
  throw wrong(`its _creationTime ${JSON.stringify(time)} is not a number of milliseconds.`);
}

function wrong(message: string): FunctionError {
  return new FunctionError("ImportedDocument", message);
}

/**
 * A row of a CSV file cannot leave a field out. So an empty cell counts as a field that is left out, if the schema
 * says that the field is optional and not a text.
 */
export function withoutEmptyCells(fields: JsonObject, type: ValidatorJson | null): JsonObject {
  if (type?.type !== "object") return fields;
  const empty = Object.keys(fields).filter((name) => {
    const field = type.value[name];
    return fields[name] === "" && field?.optional === true && !acceptsText(field.fieldType);
  });
  return empty.length === 0 ? fields : withoutFields(fields, new Set(empty));
}

function acceptsText(type: ValidatorJson): boolean {
  if (type.type === "union") return type.value.some(acceptsText);
  return type.type === "string" || type.type === "any" || (type.type === "literal" && type.value === "");
}

/** Returns a whole document, because the check by the schema needs one. */
export function asDocument({ fields, id, creationTime }: ImportedDocument): Document {
  return { ...fields, _id: id ?? "", _creationTime: creationTime ?? 0 };
}
