// Colours code of four languages. A text that is not understood is shown without colours.
import { element } from "./element";

type Kind = "comment" | "text" | "value" | "keyword" | "name";

interface Language {
  pattern: RegExp;
  /** The kind of each group of the pattern. */
  kinds: Kind[];
}

const json: Language = {
  pattern: /("(?:[^"\\]|\\.)*"(?=\s*:))|("(?:[^"\\]|\\.)*")|(-?\b\d[\d.e+-]*|\b(?:true|false|null)\b)/gi,
  kinds: ["name", "text", "value"],
};

const shell: Language = {
  pattern: /((?<!\S)#.*)|("(?:[^"\\]|\\.)*"|'[^']*')|(\$\w+|<[\w .]+>)|(^\w+\b(?!=)|(?<=\| )\w+)|((?<=\s)--?[\w-]+)/gm,
  kinds: ["comment", "text", "value", "keyword", "name"],
};

const words =
  "async|await|break|case|catch|class|const|continue|else|export|finally|for|from|function|if|import|in|let|new|null|of|" +
  "return|switch|throw|true|false|try|type|undefined|while|yield";

const script: Language = {
  pattern: new RegExp(
    String.raw`(\/\/.*|\/\*[^]*?\*\/)|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\`(?:[^\`\\]|\\.)*\`)|` +
      String.raw`(\b\d[\d_.]*\b)|\b(${words})\b|(\w+(?=\())`,
    "g",
  ),
  kinds: ["comment", "text", "value", "keyword", "name"],
};

const languages = new Map([
  ["json", json],
  ["sh", shell],
  ["js", script],
  ["ts", script],
]);

/** An answer of this size would take too long to colour. */
const maxColouredLength = 100_000;

/** Puts the text into the element, coloured. */
export function showCode(target: HTMLElement, text: string, language: string): void {
  const known = text.length > maxColouredLength ? undefined : languages.get(language);
  target.replaceChildren(...(known === undefined ? [text] : coloured(text, known)));
}

function coloured(text: string, { pattern, kinds }: Language): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const kind = kinds[match.slice(1).findIndex((group) => group !== undefined)];
    if (kind === undefined) continue;
    parts.push(text.slice(end, match.index), element("span", { class: `code-${kind}` }, match[0]));
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
