// The upper edge of every page: where the reader is, and what can be done there.
import { Fragment, useEffect } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import style from "./PageHeader.module.css";

interface Props {
  title: string;
  /** Shown instead of the title, for one that can be changed. */
  heading?: ReactNode;
  /** The pages above this one. */
  parents?: readonly { label: string; href: string }[];
  actions?: ReactNode;
  /** A second line, such as filters. */
  children?: ReactNode;
}

export function PageHeader({ title, heading, parents = [], actions, children }: Props) {
  useEffect(() => {
    document.title = titleOf(title, document.title);
  }, [title]);
  return (
    <header className={style.head}>
      <div className={style.line}>
        <h1 className={style.title}>
          {parents.map(({ label, href }) => (
            <Fragment key={href}>
              <Link href={href} className={style.above}>
                {label}
              </Link>
              <span className={style.slash} aria-hidden>
                /
              </span>
            </Fragment>
          ))}
          {heading ?? <span className={style.name}>{title}</span>}
        </h1>
        {actions !== undefined && <div className={style.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  );
}

/** The count of the inbox stays in front. */
function titleOf(title: string, former: string): string {
  const count = /^\(\d+\+?\) /.exec(former)?.[0] ?? "";
  return `${count}${title} · Switchyard`;
}
