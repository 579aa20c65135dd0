// The options below a field: the arrow keys choose one of them and Enter opens it, while the focus stays in the field.
// What the field and the options need for screen readers is in `fieldProps`, `listId` and `optionProps`.
import { useId, useState } from "react";
import type { KeyboardEvent, MouseEvent } from "react";

interface Opening {
  /** Control or the command key is held: what the option leads to opens beside this page. */
  isAside: boolean;
  /** An arrow key or the pointer has chosen the option. Otherwise it is the first one. */
  isChosen: boolean;
}

interface Options<Option> {
  options: readonly Option[];
  keyOf: (option: Option) => string;
  onOpen: (option: Option, how: Opening) => void;
  /** Enter, while there is no option. */
  onEnterWithout?: () => void;
}

export function useOptions<Option>({ options, keyOf, onOpen, onEnterWithout }: Options<Option>) {
  const listId = useId();
  // Options that come and go move the others, but not the choice. Without one it is the first option.
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const found = options.findIndex((option) => keyOf(option) === chosenKey);
  const chosen = found === -1 ? 0 : found;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = options[nextOption(chosen, step, options.length)];
      if (next !== undefined) setChosenKey(keyOf(next));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      const option = options[chosen];
      if (option === undefined) onEnterWithout?.();
      else onOpen(option, { isAside: event.ctrlKey || event.metaKey, isChosen: found !== -1 });
    }
  }

  return {
    listId,
    resetChoice: () => setChosenKey(null),
    fieldProps: {
      role: "combobox",
      "aria-expanded": true,
      "aria-autocomplete": "list",
      "aria-controls": listId,
      "aria-activedescendant": options.length === 0 ? undefined : `${listId}-${chosen}`,
      autoComplete: "off",
      spellCheck: false,
      onKeyDown,
    } as const,
    optionProps: (option: Option) => {
      const index = options.indexOf(option);
      const isChosen = index === chosen;
      return {
        id: `${listId}-${index}`,
        role: "option",
        "aria-selected": isChosen,
        ref: isChosen ? (element: HTMLElement | null) => element?.scrollIntoView({ block: "nearest" }) : undefined,
        onClick: (event: MouseEvent) => onOpen(option, { isAside: event.ctrlKey || event.metaKey, isChosen: true }),
        onMouseMove: () => setChosenKey(keyOf(option)),
      } as const;
    },
  };
}

/** One step leads round the ends; a leap stops there. */
function nextOption(at: number, step: number, count: number): number {
  if (Math.abs(step) === 1) return (at + step + count) % Math.max(1, count);
  return Math.max(0, Math.min(count - 1, at + step));
}
