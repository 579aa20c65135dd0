// A page without content says what to do next, with the command.
import type { ReactNode } from "react";
import style from "./EmptyState.module.css";

interface Props {
  title: string;
  children?: ReactNode;
  /** A command to run in a terminal. */
  command?: string;
  action?: ReactNode;
}

export function EmptyState({ title, children, command, action }: Props) {
  return (
    <div className={style.empty} data-empty>
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {command !== undefined && <code className={style.command}>{command}</code>}
      {action}
    </div>
  );
}
