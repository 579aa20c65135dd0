// One step of the guide: its number, or a tick when it is done.
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import style from "./FirstRunGuide.module.css";

interface Props {
  number: number;
  title: string;
  isDone: boolean;
  /** What is done, or what must be done. */
  children: ReactNode;
}

export function GuideStep({ number, title, isDone, children }: Props) {
  return (
    <li className={style.step} data-done={isDone || undefined}>
      <span className={style.mark} aria-hidden>
        {isDone ? <Check size={14} /> : number}
      </span>
      <div className={style.content}>
        <h3>
          {title}
          {isDone && <span className={style.hidden}>, done</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
