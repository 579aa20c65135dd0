// A link that leaves the dashboard. Agents and code hosts give such addresses, so only those of the web become links.
import { ExternalLink as ExternalLinkIcon } from "lucide-react";
import type { ReactNode } from "react";
import button from "./Button.module.css";
import style from "./ExternalLink.module.css";

interface Props {
  href: string;
  /** It looks like a button. */
  isButton?: boolean;
  children: ReactNode;
}

export function ExternalLink({ href, isButton = false, children }: Props) {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className={isButton ? button.button : style.link}
      data-look={isButton ? "plain" : undefined}
    >
      {children}
      <ExternalLinkIcon size={13} aria-hidden />
      <span className="visually-hidden"> (opens another site)</span>
    </a>
  );
}

/** What the link does, for a key. */
export function openExternal(href: string): void {
  window.open(href, "_blank", "noreferrer,noopener");
}

export function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}
