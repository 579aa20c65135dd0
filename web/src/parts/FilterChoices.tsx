// One filter of a list: any, or several of a few values. A button says what is chosen and opens the choices.
import { ChevronDown } from "lucide-react";
import { useId, useRef } from "react";
import type { KeyboardEvent } from "react";
import style from "./FilterChoices.module.css";
import menu from "./Menu.module.css";
import { positionPopover } from "./positionPopover";

interface Props<Value extends string> {
  label: string;
  /** What it says when nothing is filtered, such as “Any state”. */
  anyLabel: string;
  chosen: readonly Value[];
  choices: readonly { value: Value; label: string }[];
  /** In the order of `choices`. */
  onChange: (chosen: Value[]) => void;
}

export function FilterChoices<Value extends string>({ label, anyLabel, chosen, choices, onChange }: Props<Value>) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const names = choices.filter(({ value }) => chosen.includes(value)).map((choice) => choice.label);
  const [first = anyLabel, ...others] = names;
  const toggle = (value: Value) =>
    onChange(choices.map((choice) => choice.value).filter((each) => chosen.includes(each) !== (each === value)));
  return (
    <>
      <button
        ref={button}
        type="button"
        className={style.button}
        aria-haspopup="dialog"
        aria-label={`${label}: ${names.join(", ") || anyLabel}`}
        title={names.length > 1 ? names.join(", ") : undefined}
        popoverTarget={id}
      >
        {first}
        {others.length > 0 && <span className={style.more}>+{others.length}</span>}
        <ChevronDown size={14} aria-hidden />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={`${menu.menu} ${style.panel}`}
        onToggle={(event) => {
          if (event.newState !== "open") return;
          positionPopover(button.current, panel.current);
          panel.current?.querySelector("input")?.focus();
        }}
        onKeyDown={(event) => {
          moveFocus(event);
          if (event.key !== "Escape") return;
          // The page would take the focus out of the field, and the browser gives it back to the button.
          event.preventDefault();
          panel.current?.hidePopover();
        }}
      >
        {choices.map((choice) => (
          <label key={choice.value} className={menu.item}>
            <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => toggle(choice.value)} />
            {choice.label}
          </label>
        ))}
        <button type="button" className={menu.item} disabled={names.length === 0} onClick={() => onChange([])}>
          {anyLabel}
        </button>
      </div>
    </>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>("input, button:enabled")];
  const index = items.findIndex((item) => item === document.activeElement);
  items[(index + step + items.length) % items.length]?.focus();
}
