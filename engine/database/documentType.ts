import { checkValidator } from "../value/validate";
import { withoutFields, type Document } from "./documents";
import type { Registry, Table } from "./registry";
import { tableNameOfId } from "./transaction";

/** What is wrong with a document by its table's validator; null when nothing is. */
export function checkDocument(registry: Registry, table: Table, document: Document): string | null {
  if (table.documentType === null) return null;
  const fields = withoutFields(document, new Set(["_id", "_creationTime"]));
  return checkValidator(table.documentType, fields, (id) => tableNameOfId(registry, table.component, id));
}
