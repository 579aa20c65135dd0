// Text of agents as Markdown. Everything becomes React elements: HTML in it is shown as text, pictures are links, and
// only links to the web can be followed.
import { memo, useRef } from "react";
import { Blocks } from "./MarkdownBlocks";
import { emptyMarkdown, parseMarkdown } from "./parseMarkdown";
import type { ParsedMarkdown } from "./parseMarkdown";
import style from "./Markdown.module.css";

export default memo(function Markdown({ text }: { text: string }) {
  const former = useRef<ParsedMarkdown>(emptyMarkdown);
  former.current = parseMarkdown(text, former.current);
  return (
    <div className={style.markdown} dir="auto">
      <Blocks blocks={former.current.blocks} />
    </div>
  );
});
