// The rows of a list. A long one has only those near the window on the page, so a list of thousands is as quick as one
// of fifty: the number of all rows is announced, and each is there before it comes into sight. A list that is not long
// has all its rows, so that the browser's own search finds them.
import { createContext, useContext, useEffect, useLayoutEffect, useRef } from "react";
import type { HTMLAttributes, ReactNode, RefObject } from "react";
import { WindowVirtualizer } from "virtua";
import type { CustomContainerComponentProps, CustomItemComponentProps, WindowVirtualizerHandle } from "virtua";
import { ContentBoundary } from "./ContentBoundary";
import tables from "./Table.module.css";

/** Lists up to this length have all their rows on the page. */
const maxWhole = 200;
/** How far around the window, in pixels, rows are on the page. */
const buffer = 600;

type RowAttributes = HTMLAttributes<HTMLElement> & { "data-row"?: string; "data-current"?: true | undefined };

interface Props<Item extends { id: string }> {
  items: readonly Item[];
  /** The row that the keys are about. */
  chosen: string | null;
  /** For the element around the content of a row. */
  attributesOf: (item: Item) => RowAttributes;
  /** The content of a row: cells, or what is in an item of a list. */
  children: (item: Item) => ReactNode;
}

interface Kind {
  Body: (props: CustomContainerComponentProps) => ReactNode;
  Row: (props: CustomItemComponentProps) => ReactNode;
  place: "td" | "div";
}

interface Shared {
  count: number;
  attributesAt: (index: number) => RowAttributes;
}

const SharedContext = createContext<Shared>({ count: 0, attributesAt: () => ({}) });

/**
 * A table with these heads of columns. The layout makes each row a table of its own, which would hide from assistive
 * technology what is a row and what a cell, so all of them have their role. Cells have `role="cell"`.
 */
export function VirtualTable<Item extends { id: string }>({ heads, ...rest }: Props<Item> & { heads: ReactNode }) {
  return (
    <table className={`${tables.table} ${tables.long}`} role="table" aria-rowcount={rest.items.length + 1}>
      <thead role="rowgroup">
        <tr className={tables.names} role="row" aria-rowindex={1}>
          {heads}
        </tr>
      </thead>
      <Rows {...rest} kind={table} />
    </table>
  );
}

export function VirtualList<Item extends { id: string }>(props: Props<Item>) {
  return <Rows {...props} kind={list} />;
}

function Rows<Item extends { id: string }>({
  items,
  chosen,
  attributesOf,
  children,
  kind: { Body, Row, place },
}: Props<Item> & { kind: Kind }) {
  const attributesAt = (index: number): RowAttributes => {
    const item = items[index];
    return item === undefined ? {} : attributesOf(item);
  };
  const handle = useRef<WindowVirtualizerHandle>(null);
  useReveal(handle, items, chosen);
  const { body, height } = useRowHeight(items);
  const contentOf = (item: Item) => (
    <ContentBoundary key={item.id} what="row" as={place} resetKey={item}>
      <Content show={() => children(item)} />
    </ContentBoundary>
  );
  return (
    <SharedContext value={{ count: items.length, attributesAt }}>
      {items.length <= maxWhole ? (
        <Body ref={body} style={{}}>
          {items.map((item, index) => (
            <Row key={item.id} style={{}} index={index}>
              {contentOf(item)}
            </Row>
          ))}
        </Body>
      ) : (
        <WindowVirtualizer
          ref={handle}
          data={items}
          as={Body}
          item={Row}
          bufferSize={buffer}
          {...(height === null ? {} : { itemSize: height })}
        >
          {contentOf}
        </WindowVirtualizer>
      )}
    </SharedContext>
  );
}

/** A boundary catches what its inner components throw, so the content is made by a component. */
function Content({ show }: { show: () => ReactNode }) {
  return show();
}

/** How high the rows are that have been shown so far, so that those that come later do not move them. */
function useRowHeight(items: readonly unknown[]): { body: RefObject<HTMLElement | null>; height: number | null } {
  const body = useRef<HTMLElement>(null);
  const height = useRef<number | null>(null);
  useLayoutEffect(() => {
    const shown = body.current?.getBoundingClientRect().height ?? 0;
    if (shown > 0) height.current = shown / items.length;
  }, [items]);
  return { body, height: height.current };
}

/** A row that is chosen by a key and not on the page is brought into sight. */
function useReveal(
  handle: { current: WindowVirtualizerHandle | null },
  items: readonly { id: string }[],
  chosen: string | null,
): void {
  useEffect(() => {
    if (chosen === null || document.querySelector(`[data-row="${chosen}"]`) !== null) return;
    const index = items.findIndex(({ id }) => id === chosen);
    if (index >= 0) handle.current?.scrollToIndex(index, { align: "center" });
    // Rows that come and go move nothing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [chosen]);
}

const table: Kind = {
  place: "td",
  Body: ({ style: size, children, ref }) => (
    <tbody ref={ref} role="rowgroup" style={size}>
      {children}
    </tbody>
  ),
  Row: function TableRow({ style: position, index, children, ref }) {
    const { attributesAt } = useContext(SharedContext);
    // The head of the columns is the first row.
    return (
      <tr {...attributesAt(index)} ref={ref} role="row" aria-rowindex={index + 2} style={position}>
        {children}
      </tr>
    );
  },
};

const list: Kind = {
  place: "div",
  Body: ({ style: size, children, ref }) => (
    <ul ref={ref} style={size}>
      {children}
    </ul>
  ),
  Row: function ListItem({ style: position, index, children, ref }) {
    const { count, attributesAt } = useContext(SharedContext);
    return (
      <li {...attributesAt(index)} ref={ref} aria-posinset={index + 1} aria-setsize={count} style={position}>
        {children}
      </li>
    );
  },
};
