import { checkValidator } from "../value/validate";
import { withoutFields, type Document } from "./documents";
import type { Registry, Table } from "./registry";
import { tableNameOfId } from "./transaction";

/** Checks a document against its table's validator. Returns the problem, or null if there is none. */
export function checkDocument(registry: Registry, table: Table, document: Document): string | null {
  if (table.documentType === null) return null;
  const fields = withoutFields(document, new Set(["_id", "_creationTime"]));
  return checkValidator(table.documentType, fields, (id) => tableNameOfId(registry, table.component, id));
}
