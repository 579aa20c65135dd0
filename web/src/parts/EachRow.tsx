// The rows of a list. Each has its own boundary, so one that cannot be shown takes neither the list nor the page.
import type { ReactNode } from "react";
import { ContentBoundary } from "./ContentBoundary";

interface Props<Item> {
  items: readonly Item[];
  /** Tells the rows apart. */
  keyOf: (item: Item) => string;
  /** The element of a row, which its place in the page asks for. */
  as: "tr" | "li";
  children: (item: Item, index: number) => ReactNode;
}

export function EachRow<Item>({ items, keyOf, as, children }: Props<Item>) {
  return items.map((item, index) => (
    <ContentBoundary key={keyOf(item)} what="row" as={as} resetKey={item}>
      <Row show={() => children(item, index)} />
    </ContentBoundary>
  ));
}

/** A boundary catches what its inner components throw, so the row is made by a component. */
function Row({ show }: { show: () => ReactNode }) {
  return show();
}

export function idOf({ id }: { id: string }): string {
  return id;
}
