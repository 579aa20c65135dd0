// A row that throws, shown by React alone. The renderer for tests is deprecated in favour of a simulated browser, which
// this needs nothing of, and React has no other one that works without.
/* eslint-disable @typescript-eslint/no-deprecated */
import { createElement } from "react";
import type { ReactElement } from "react";
import { act, create } from "react-test-renderer";
import { afterEach, expect, it, vi } from "vitest";
import { EachRow, idOf } from "./EachRow";

afterEach(() => vi.restoreAllMocks());

function list(as: "tr" | "li"): ReactElement {
  const children = ({ id }: { id: string }) => {
    if (id === "broken") throw new Error("Too much.");
    return createElement(as, {}, id);
  };
  return createElement(EachRow<{ id: string }>, {
    items: [{ id: "a" }, { id: "broken" }, { id: "b" }],
    keyOf: idOf,
    as,
    children,
  });
}

it.each(["tr", "li"] as const)("a row that cannot be shown leaves the others, as %s", async (as) => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  let shown = create(list(as));
  await act(() => {
    shown = create(list(as));
  });
  const rows = shown.root.findAllByType(as);
  expect(rows).toHaveLength(3);
  expect([rows[0]?.children, rows[2]?.children]).toEqual([["a"], ["b"]]);
  expect(JSON.stringify(shown.toJSON())).toContain("cannot be displayed properly");
});
