// Views of one page, one of which is shown. The address says which.
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import style from "./Tabs.module.css";

interface Props<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
}

export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: Props<Name>) {
  return (
    <nav className={style.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          className={style.tab}
          aria-current={tab.name === chosen ? "true" : undefined}
          onClick={() => onChoose(tab.name)}
        >
          {tab.label}
        </button>
      ))}
    </nav>
  );
}

interface LinkProps {
  label: string;
  tabs: readonly { label: string; href: string; isChosen: boolean }[];
}

/** Tabs that are pages of their own. */
export function LinkTabs({ label, tabs }: LinkProps) {
  const nav = useRef<HTMLElement>(null);
  const chosen = tabs.find(({ isChosen }) => isChosen)?.href;
  // On a phone not all of them fit.
  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [chosen]);
  return (
    <nav ref={nav} className={style.tabs} aria-label={label}>
      {tabs.map(({ label, href, isChosen }) => (
        <Link key={href} href={href} className={style.tab} aria-current={isChosen ? "page" : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
