import { matchesWithoutFields } from "../value/matchesValidator";
import { checkValidator } from "../value/validate";
import { withoutFields, type Document } from "./documents";
import type { Registry, Table } from "./registry";
import { tableNameOfId } from "./transaction";

/** Checks a document against its table's validator. Returns the problem, or null if there is none. */
export function checkDocument(registry: Registry, table: Table, document: Document): string | null {
  if (table.documentType === null) return null;
  const tableOfId = (id: string) => tableNameOfId(registry, table.component, id);
  if (matchesWithoutFields(systemFields, table.documentType, document, tableOfId)) return null;
  return checkValidator(table.documentType, withoutFields(document, new Set(systemFields)), tableOfId);
}

const systemFields = ["_id", "_creationTime"];
