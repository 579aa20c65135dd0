// A few facts about a thing, each with its name, in a quiet line.
import type { ReactNode } from "react";
import style from "./Facts.module.css";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={style.facts}>{children}</dl>;
}

/** The same one below the other, where there is no room for more than two columns. */
export function FactRows({ children }: { children: ReactNode }) {
  return <dl className={style.rows}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
