// Reads the engine's own documents, latest first. It reads as functions do, so that a client which watches the
// documents learns of changes.
import { readPage } from "../../database/pagination";
import type { Transaction } from "../../database/transaction";
import { parseDocument, type Document } from "../../database/documents";
import { engineNamespace } from "./engineTables";

export function latestDocuments(transaction: Transaction, tableName: string, most: number): Document[] {
  const query = { source: { type: "FullTableScan", tableName, order: "desc" }, operators: [] };
  const { page } = readPage(transaction, engineNamespace, {
    query,
    cursor: null,
    endCursor: null,
    pageSize: most,
    maximumRowsRead: null,
    maximumBytesRead: null,
  });
  return page.map(parseDocument);
}
