// Text of agents as Markdown. Everything becomes React elements: HTML in it is shown as text, pictures are links, and
// only links to the web can be followed.
import { memo, useRef } from "react";
import { Blocks } from "./MarkdownBlocks";
import { nothingParsed, parsed } from "./blocks";
import type { Parsed } from "./blocks";
import style from "./Markdown.module.css";

export default memo(function Markdown({ text }: { text: string }) {
  const former = useRef<Parsed>(nothingParsed);
  former.current = parsed(text, former.current);
  return (
    <div className={style.markdown} dir="auto">
      <Blocks blocks={former.current.blocks} />
    </div>
  );
});
