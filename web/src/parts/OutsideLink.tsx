// A link that leaves the dashboard. Agents and code hosts give such addresses, so only those of the web become links.
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import button from "./Button.module.css";
import style from "./OutsideLink.module.css";

interface Props {
  href: string;
  /** It looks like a button. */
  isButton?: boolean;
  children: ReactNode;
}

export function OutsideLink({ href, isButton = false, children }: Props) {
  if (!isOfTheWeb(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={isButton ? button.button : style.link}
      data-look={isButton ? "plain" : undefined}
    >
      {children}
      <ExternalLink size={13} aria-hidden />
      <span className="visually-hidden"> (opens another site)</span>
    </a>
  );
}

/** What the link does, for a key. */
export function openOutside(href: string): void {
  window.open(href, "_blank", "noreferrer,noopener");
}

export function isOfTheWeb(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
