// A button with a list of things to do. The browser closes it at a click elsewhere and at Escape.
import { useId, useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Button } from "./Button";
import style from "./Menu.module.css";

interface MenuItem {
  label: string;
  icon?: ReactNode;
  isBad?: boolean;
  isChosen?: boolean;
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

  function positionMenu(): void {
    const [anchor, menu] = [button.current?.getBoundingClientRect(), list.current];
    if (anchor === undefined || menu === null) return;
    const { width, height } = menu.getBoundingClientRect();
    const below = anchor.bottom + 4;
    const top = below + height > innerHeight ? Math.max(8, anchor.top - height - 4) : below;
    menu.style.top = `${top}px`;
    menu.style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - width - 8))}px`;
  }

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
          positionMenu();
          list.current?.querySelector("button")?.focus();
        }}
        onKeyDown={moveFocus}
      >
        {items.map(({ label, icon, isBad = false, isChosen, run }) => (
          <button
            key={label}
            type="button"
            role={isChosen === undefined ? "menuitem" : "menuitemradio"}
            aria-checked={isChosen}
            data-bad={isBad || undefined}
            className={style.item}
            onClick={() => {
              list.current?.hidePopover();
              run();
            }}
          >
            {icon}
            {label}
          </button>
        ))}
      </div>
    </>
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
