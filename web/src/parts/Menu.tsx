// A button with a list of things to do. The browser closes it at a click elsewhere and at Escape.
import { Fragment, useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "./Button";
import { groupBy } from "./groupBy";
import style from "./Menu.module.css";
import { positionPopover } from "./positionPopover";

interface MenuItem {
  /** Where several items may have the same label. */
  key?: string;
  label: string;
  icon?: ReactNode;
  isBad?: boolean;
  isChosen?: boolean;
  /** The heading above it and its neighbours. */
  group?: string;
  run: () => void;
}

interface Props {
  label: string;
  icon?: ReactNode;
  /** The button shows its icon alone. */
  isSquare?: boolean;
  look?: "plain" | "bare";
  items: readonly MenuItem[];
}

export function Menu({ label, icon, isSquare = false, look = "plain", items }: Props) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => list.current?.hidePopover();
  return (
    <>
      <span ref={button}>
        <Button
          look={look}
          icon={icon}
          isSquare={isSquare}
          aria-label={isSquare ? label : undefined}
          aria-haspopup="menu"
          popoverTarget={id}
        >
          {isSquare ? null : label}
        </Button>
      </span>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        className={style.menu}
        onToggle={(event) => {
          if (event.newState !== "open") return;
          positionPopover(button.current, list.current);
          list.current?.querySelector("button")?.focus();
        }}
        onKeyDown={moveFocus}
      >
        {[...groupBy(items, ({ group = "" }) => group)].map(([group, members]) => {
          const rows = members.map((item) => <Item key={item.key ?? item.label} item={item} onClose={close} />);
          if (group === "") return <Fragment key={group}>{rows}</Fragment>;
          return (
            <div key={group} role="group" aria-label={group} className={style.group}>
              <p className={style.heading} aria-hidden>
                {group}
              </p>
              {rows}
            </div>
          );
        })}
      </div>
    </>
  );
}

function Item({
  item: { label, icon, isBad = false, isChosen, run },
  onClose,
}: {
  item: MenuItem;
  onClose: () => void;
}) {
  return (
    <button
      type="button"
      role={isChosen === undefined ? "menuitem" : "menuitemradio"}
      aria-checked={isChosen}
      data-bad={isBad || undefined}
      className={style.item}
      onClick={() => {
        onClose();
        run();
      }}
    >
      {icon}
      {label}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll("button")];
  const index = items.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  items[(next + items.length) % items.length]?.focus();
}
