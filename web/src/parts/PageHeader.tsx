// The upper edge of every page: where the reader is, and what can be done there.
import { Fragment, useContext, useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { rememberPage } from "../urlState/recentPages";
import { PageAreaContext } from "./pageArea";
import { LinkTabs } from "./Tabs";
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
  const around = useContext(PageAreaContext);
  // A page below another one names it instead.
  const area = parents.length === 0 ? around : null;
  const documentTitle = area === null || area.label === title ? title : `${title} · ${area.label}`;
  useEffect(() => {
    document.title = withCount(documentTitle, document.title);
  }, [documentTitle]);
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusNewPage(headline.current), []);
  const [path] = useLocation();
  const list = parents.at(-1)?.label;
  useEffect(() => {
    if (list !== undefined) rememberPage({ path, title, list });
  }, [path, title, list]);
  return (
    <header className={style.head}>
      <div className={style.line}>
        <h1 ref={headline} className={style.title} tabIndex={-1}>
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
          {area === null ? (
            (heading ?? <span className={style.name}>{title}</span>)
          ) : (
            <AreaTitle area={area.label} title={title} />
          )}
        </h1>
        {area !== null && (
          <div className={style.tabs}>
            <LinkTabs label={area.label} tabs={area.tabs} />
          </div>
        )}
        {actions !== undefined && <div className={style.actions}>{actions}</div>}
      </div>
      {children}
    </header>
  );
}

/** Who sees the page reads the rest in the chosen tab. */
function AreaTitle({ area, title }: { area: string; title: string }) {
  return (
    <span className={style.name}>
      {area}
      {title !== area && <span className="visually-hidden">: {title}</span>}
    </span>
  );
}

/** The count of the inbox stays in front. */
function withCount(title: string, former: string): string {
  const count = /^\(\d+\+?\) /.exec(former)?.[0] ?? "";
  return `${count}${title} · Switchyard`;
}

let isFirstPage = true;

/**
 * Gives the focus to the heading of a page to which a link or a key has led, so that a screen reader reads it and Tab
 * continues in the page. A field of the page that already has the focus keeps it, as do dialogs and open menus: the
 * person opened them while the page loaded.
 */
function focusNewPage(headline: HTMLElement | null): void {
  if (isFirstPage) {
    isFirstPage = false;
    return;
  }
  const active = document.activeElement;
  const isInUse = active !== null && active.id !== "main" && active.closest("main, dialog, :popover-open") !== null;
  if (!isInUse) headline?.focus({ preventScroll: true });
}
