// A button with a long list of choices, and a field above them that finds some by a part of their names.
import { useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "./Button";
import menu from "./Menu.module.css";
import { positionPopover } from "./positionPopover";
import style from "./SearchMenu.module.css";
import { useOptions } from "./useOptions";

interface Choice {
  key: string;
  label: string;
  isChosen: boolean;
  run: () => void;
}

interface Action {
  label: string;
  icon: ReactNode;
  run: () => void;
}

interface Props {
  label: string;
  icon?: ReactNode;
  /** What assistive technology calls the field. */
  searchLabel: string;
  choices: readonly Choice[];
  /** Below the choices, whatever is typed. */
  action?: Action | null;
}

export function SearchMenu({ label, icon, searchLabel, choices, action = null }: Props) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLSpanElement>(null);
  const close = () => panel.current?.hidePopover();
  const [timesClosed, setTimesClosed] = useState(0);
  return (
    <>
      <span ref={button}>
        <Button look="bare" icon={icon} aria-haspopup="dialog" popoverTarget={id}>
          {label}
        </Button>
      </span>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={searchLabel}
        className={`${menu.menu} ${style.panel}`}
        onToggle={(event) => {
          if (event.newState !== "open") return setTimesClosed((times) => times + 1);
          positionPopover(button.current, panel.current);
          panel.current?.querySelector("input")?.focus();
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          // The page would take the focus out of the field, and the browser gives it back to the button.
          event.preventDefault();
          close();
        }}
      >
        <Choices
          // What was typed goes when the list is closed. Another field at its opening would not have the focus.
          key={timesClosed}
          label={searchLabel}
          choices={choices}
          onClose={close}
        />
        {action !== null && (
          <button
            type="button"
            className={`${menu.item} ${style.action}`}
            onClick={() => {
              close();
              action.run();
            }}
          >
            {action.icon}
            {action.label}
          </button>
        )}
      </div>
    </>
  );
}

function Choices({ label, choices, onClose }: { label: string; choices: readonly Choice[]; onClose: () => void }) {
  const [text, setText] = useState("");
  const found = choices.filter((choice) => choice.label.toLowerCase().includes(text.trim().toLowerCase()));
  const { listId, fieldProps, optionProps, resetChoice } = useOptions({
    options: found,
    keyOf: ({ key }) => key,
    onOpen: ({ run }) => {
      onClose();
      run();
    },
  });
  return (
    <>
      <input
        {...fieldProps}
        className={style.input}
        aria-label={label}
        placeholder="Search"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          resetChoice();
        }}
      />
      <ul className={style.list} role="listbox" id={listId} aria-label={label}>
        {found.map((choice) => (
          <li
            key={choice.key}
            {...optionProps(choice)}
            className={style.option}
            data-chosen={choice.isChosen || undefined}
          >
            <bdi>{choice.label}</bdi>
            {choice.isChosen && <span className="visually-hidden"> (shown now)</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={style.none} role="status">
          Nothing matches “{text}”.
        </p>
      )}
    </>
  );
}
