import type { ReactNode } from "react";
import type { MarkedToken, Token } from "marked";
import { isWebAddress } from "../../parts/ExternalLink";

export function Inline({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) => <Part key={index} token={token as MarkedToken} />);
}

function Part({ token }: { token: MarkedToken }) {
  switch (token.type) {
    case "text":
      return token.tokens === undefined ? decodeEntities(token.text) : <Inline tokens={token.tokens} />;
    case "escape":
      return decodeEntities(token.text);
    case "strong":
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case "del":
      return (
        <del>
          <Inline tokens={token.tokens} />
        </del>
      );
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "link":
      return (
        <WebLink href={token.href}>
          <Inline tokens={token.tokens} />
        </WebLink>
      );
    case "image":
      return <WebLink href={token.href}>{token.text === "" ? token.href : token.text}</WebLink>;
    default:
      return token.raw;
  }
}

function WebLink({ href, children }: { href: string; children: ReactNode }) {
  if (!isWebAddress(href)) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: "\u00A0" };

/** Agents write the few names of characters that HTML needs. React needs none of them. */
function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => characters[name] ?? whole);
}
