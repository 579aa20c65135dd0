// Several lists that are read page by page, as one list in the same order. This file is pure.

interface PagedRows<Row> {
  results: readonly Row[];
  status: "LoadingFirstPage" | "LoadingMore" | "CanLoadMore" | "Exhausted";
}

interface Merged<Row, List> {
  results: Row[];
  status: PagedRows<Row>["status"];
  /** The lists of which more must be read before there are further rows. */
  limiting: List[];
}

/** Leaves out the rows that come after one that may not have been read yet. */
export function mergeLists<Row, List extends PagedRows<Row>>(
  lists: readonly (List & PagedRows<Row>)[],
  compare: (a: Row, b: Row) => number,
): Merged<Row, List> {
  if (lists.some(({ status }) => status === "LoadingFirstPage")) {
    return { results: [], status: "LoadingFirstPage", limiting: [] };
  }
  const open = lists.filter(({ status }) => status !== "Exhausted");
  const ends = open.flatMap(({ results }) => results.slice(-1)).sort(compare);
  const [end] = ends;
  const rows = lists.flatMap(({ results }) => results).sort(compare);
  const limiting = open.filter(({ results }) => {
    const last = results.at(-1);
    return last === undefined || end === undefined || compare(last, end) <= 0;
  });
  return {
    // A list whose first page is empty and that has more has no end yet, so nothing is certain.
    results: open.some(({ results }) => results.length === 0)
      ? []
      : rows.filter((row) => end === undefined || compare(row, end) <= 0),
    status:
      open.length === 0
        ? "Exhausted"
        : limiting.some(({ status }) => status === "LoadingMore")
          ? "LoadingMore"
          : "CanLoadMore",
    limiting,
  };
}
