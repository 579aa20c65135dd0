// A part of a page below its own heading.
import type { ReactNode } from "react";
import style from "./Section.module.css";

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={style.section} aria-label={title}>
      <h2 className={style.title}>{title}</h2>
      {children}
    </section>
  );
}
