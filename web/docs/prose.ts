// The little Markdown that descriptions in the document have: paragraphs, lists, code in backticks and bold words.
import { element } from "./element";
import type { Child } from "./element";

export function prose(text: string): Child[] {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== "");
  return blocks.map((block) => {
    const lines = block.split("\n");
    if (!lines.every((line) => /^(?:[-*] | {2})/.test(line))) return element("p", {}, inline(block));
    const items = block.split(/^[-*] /m).slice(1);
    return element(
      "ul",
      {},
      items.map((item) => element("li", {}, inline(item))),
    );
  });
}

export function inline(text: string): Child[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (/^`.+`$/.test(part)) return element("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return element("strong", {}, part.slice(2, -2));
    return part;
  });
}
