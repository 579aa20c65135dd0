import { expect, it } from "vitest";
import { mergeLists } from "./mergeLists";

const descending = (a: number, b: number) => b - a;
const list = (results: number[], status: "LoadingFirstPage" | "LoadingMore" | "CanLoadMore" | "Exhausted") => ({
  results,
  status,
});

it("shows the rows down to where the shortest list has been read, and reads that list next", () => {
  const long = list([9, 7, 2], "CanLoadMore");
  const short = list([8, 6], "CanLoadMore");
  const over = list([5, 1], "Exhausted");
  const merged = mergeLists([long, short, over], descending);
  expect(merged).toEqual({ results: [9, 8, 7, 6], status: "CanLoadMore", limiting: [short] });
});

it("shows everything of lists that have been read to their ends", () => {
  const lists = [list([4, 1], "Exhausted"), list([], "Exhausted"), list([3], "Exhausted")];
  expect(mergeLists(lists, descending)).toEqual({ results: [4, 3, 1], status: "Exhausted", limiting: [] });
});

it("waits for the first page of each list, and for a further page of the one that is behind", () => {
  const first = list([3], "Exhausted");
  expect(mergeLists([first, list([], "LoadingFirstPage")], descending).status).toBe("LoadingFirstPage");
  const behind = list([5], "LoadingMore");
  expect(mergeLists([first, behind], descending)).toMatchObject({ results: [5], status: "LoadingMore" });
});
