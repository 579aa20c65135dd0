// A field that searches as somebody types, a moment after the last letter.
import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { Ref } from "react";
import style from "./SearchField.module.css";

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
}

const waitMs = 180;

export function SearchField({ label, value, onChange, ref }: Props) {
  const [typed, setTyped] = useState(value);
  // The value has no space at its end. Somebody who continues typing needs the space.
  useEffect(() => setTyped((typed) => (typed.trim() === value ? typed : value)), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), waitMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return (
    <label className={style.search}>
      <Search size={14} aria-hidden />
      <span className="visually-hidden">{label}</span>
      <input
        ref={ref}
        type="search"
        placeholder="Search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.currentTarget.closest("dialog") !== null) return;
          // The browser would remove the words, and what was found with them.
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
    </label>
  );
}
