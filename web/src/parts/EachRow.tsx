// The rows of a list. Each has its own boundary, so one that cannot be shown takes neither the list nor the page.
import type { ReactNode } from "react";
import { Contained } from "./Contained";

interface Props<Item> {
  of: readonly Item[];
  /** Tells the rows apart. */
  keyOf: (item: Item) => string;
  /** The element of a row, which its place in the page asks for. */
  as: "tr" | "li";
  children: (item: Item, place: number) => ReactNode;
}

export function EachRow<Item>({ of, keyOf, as, children }: Props<Item>) {
  return of.map((item, place) => (
    <Contained key={keyOf(item)} what="row" as={as} about={item}>
      <Row show={() => children(item, place)} />
    </Contained>
  ));
}

/** A boundary catches what its inner components throw, so the row is made by a component. */
function Row({ show }: { show: () => ReactNode }) {
  return show();
}

export function ownId({ id }: { id: string }): string {
  return id;
}
