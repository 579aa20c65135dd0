import { createElement, memo } from "react";
import type { MarkedToken, Token, Tokens } from "marked";
import { Inline } from "./MarkdownInline";
import style from "./Markdown.module.css";

export function Blocks({ blocks }: { blocks: readonly Token[] }) {
  // A block keeps its place while the text grows.
  return blocks.map((block, index) => <Block key={index} block={block as MarkedToken} />);
}

const Block = memo(function Block({ block }: { block: MarkedToken }) {
  switch (block.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      // The page has its own first levels.
      return createElement(`h${Math.min(6, block.depth + 2)}`, null, <Inline tokens={block.tokens} />);
    case "paragraph":
      return (
        <p>
          <Inline tokens={block.tokens} />
        </p>
      );
    case "code":
      return (
        <pre tabIndex={0} aria-label={block.lang === undefined || block.lang === "" ? "Code" : `Code, ${block.lang}`}>
          <code>{block.text}</code>
        </pre>
      );
    case "blockquote":
      return (
        <blockquote>
          <Blocks blocks={block.tokens} />
        </blockquote>
      );
    case "list":
      return <List list={block} />;
    case "table":
      return <Table table={block} />;
    case "hr":
      return <hr />;
    case "text":
      return block.tokens === undefined ? block.text : <Inline tokens={block.tokens} />;
    default:
      return <p>{block.raw}</p>;
  }
});

function List({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => (
    <li key={index} data-task={item.task || undefined}>
      {item.task && <input type="checkbox" checked={item.checked === true} readOnly disabled aria-label="Done" />}
      <Blocks blocks={item.tokens.filter(({ type }) => type !== "checkbox")} />
    </li>
  ));
  return list.ordered ? <ol start={list.start === "" ? undefined : list.start}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ table: { header, rows } }: { table: Tokens.Table }) {
  return (
    <div className={style.table} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map(({ tokens }, index) => (
              <th key={index}>
                <Inline tokens={tokens} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, number) => (
            <tr key={number}>
              {row.map(({ tokens }, index) => (
                <td key={index}>
                  <Inline tokens={tokens} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
