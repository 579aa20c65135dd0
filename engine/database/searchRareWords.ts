// Rare words: those that few documents contain. Their documents are read, which shows the values of the filters. To
// look these up in the full-text index would take a walk through each of its parts for every filter, and with much data
// most of those pages are not in memory.
import { valueAtPath } from "../value/indexKey";
import { parseDocument, type Document } from "./documents";
import type { Rows } from "./rows";
import { filterToken } from "./searchEntry";
import type { SearchRequest } from "./searchRanking";

/** The most documents that are read for a word. */
const maxRareDocuments = 16;

/**
 * Returns the rows that match any of the expressions and all filters, with the number of the expression. Returns null
 * if more than a few documents match the expressions, whatever the filters.
 */
export function rareMatches(
  rows: Rows,
  request: SearchRequest,
  expressions: readonly string[],
): Map<number, number> | null {
  const few = new Map<number, number>();
  for (const [number, expression] of expressions.entries()) {
    const left = maxRareDocuments + 1 - few.size;
    for (const row of rows.search.earliest(request.index, expression, left)) few.set(row, number);
    if (few.size > maxRareDocuments) return null;
  }
  for (const row of few.keys()) if (!passesFilters(rows, request, row)) few.delete(row);
  return few;
}

function passesFilters(rows: Rows, request: SearchRequest, row: number): boolean {
  const stored = rows.byRow(row);
  return stored !== undefined && matches(request, parseDocument(stored.text));
}

function matches({ index, filters }: SearchRequest, document: Document): boolean {
  return filters.every(({ field, value }) => {
    const found = valueAtPath(document, index.filterPaths[field] ?? []);
    if (found === undefined || value === undefined) return found === value;
    return filterToken(field, found) === filterToken(field, value);
  });
}
