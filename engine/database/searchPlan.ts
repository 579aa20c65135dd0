// Reads a text search from the query that a function has built: the index, the words and the filters.
import { FunctionError } from "../value/functionError";
import { isJsonObject, textOf, type Json, type JsonObject } from "../value/json";
import type { SearchIndex, Table } from "./registry";
import type { SearchFilter, SearchRequest } from "./searchRanking";
import { searchTermsOf } from "./searchTerms";

const maxFilters = 8;

/** Reads the filters of a search. `name` is `table.index`. */
export function planSearch(table: Table, name: string, filters: Json | undefined): SearchRequest {
  const index = searchIndexOf(table, name);
  if (!Array.isArray(filters)) throw new FunctionError("InvalidQuery", "The query's filters cannot be read.");
  const terms = filters.filter(isJsonObject);
  const [search, ...more] = terms.filter(({ type }) => type === "Search");
  if (search === undefined) {
    throw searchError("MissingSearchFilterError", `Search query against ${name} does not contain any search filters.`);
  }
  if (more.length > 0) {
    throw searchError("DuplicateSearchFiltersError", `Search query against ${name} contains multiple search filters.`);
  }
  if (search["fieldPath"] !== index.searchField) {
    throw searchError(
      "IncorrectSearchField",
      `Search query against ${name} contains a search filter against ${JSON.stringify(search["fieldPath"])}, which doesn't match the indexed \`searchField\` ${JSON.stringify(index.searchField)}.`,
    );
  }
  return {
    index,
    terms: searchTermsOf(textOf(search["value"])),
    filters: readFilters(
      index,
      name,
      terms.filter(({ type }) => type === "Eq"),
    ),
  };
}

function searchIndexOf(table: Table, name: string): SearchIndex {
  const indexName = name.slice(name.indexOf(".") + 1);
  const index = table.searchIndexes.find((candidate) => candidate.name === indexName);
  if (index === undefined) throw new FunctionError("IndexNotFoundError", `Index ${name} not found.`);
  return index;
}

function readFilters(index: SearchIndex, name: string, terms: readonly JsonObject[]): SearchFilter[] {
  if (terms.length > maxFilters) {
    throw searchError(
      "TooManyFilterConditionsInSearchQueryError",
      `Search query against ${name} has too many filter conditions. Max: ${maxFilters} Actual: ${terms.length}`,
    );
  }
  return terms.map(({ fieldPath, value }) => {
    const field = index.filterFields.indexOf(textOf(fieldPath));
    if (field === -1) {
      throw searchError(
        "IncorrectFilterFieldError",
        `Search query against ${name} contains an equality filter on ${JSON.stringify(fieldPath)} but that field isn't indexed for filtering in \`filterFields\`.`,
      );
    }
    return { field, value: isJsonObject(value) && "$undefined" in value ? undefined : value };
  });
}

function searchError(code: string, message: string): FunctionError {
  return new FunctionError(code, message);
}
