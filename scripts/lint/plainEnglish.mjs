// Refuses texts that are not in plain English (docs/english.md): comments, texts in quotes that are sentences, texts of
// JSX, and the titles of tests.
import { findings } from "./phrases.mjs";

export const plainEnglish = {
  create(context) {
    const judge = (node, text) => {
      for (const message of findings(text)) context.report({ node, message });
    };
    const judgeQuoted = (node) => {
      if (isSum(node.parent)) return;
      const text = textOf(node);
      if (isTitle(node) || isSentence(text)) judge(node, text);
    };
    return {
      Program() {
        for (const comments of paragraphs(context.sourceCode.getAllComments())) {
          judge(comments[0], comments.map(({ value }) => value).join("\n"));
        }
      },
      Literal: judgeQuoted,
      TemplateLiteral: judgeQuoted,
      BinaryExpression: judgeQuoted,
      JSXText: (node) => judge(node, node.value),
    };
  },
};

/** Groups line comments on consecutive lines into one text. */
function paragraphs(comments) {
  const found = [];
  for (const comment of comments) {
    const last = found.at(-1)?.at(-1);
    const continues =
      last?.type === "Line" && comment.type === "Line" && last.loc.end.line + 1 === comment.loc.start.line;
    if (continues) found.at(-1).push(comment);
    else found.push([comment]);
  }
  return found;
}

/** Whether the node is a sum. Its operands are judged together, as one text. */
function isSum(node) {
  return node?.type === "BinaryExpression" && node.operator === "+";
}

/** Returns the text that the node makes, with "x" in place of what is only known when it runs. */
function textOf(node) {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : "x";
  if (node.type === "TemplateLiteral") return node.quasis.map(({ value }) => value.cooked ?? "x").join("x");
  return isSum(node) ? textOf(node.left) + textOf(node.right) : "x";
}

/** Whether the text has three words at least, so that it is not an identifier, a path or a label. */
function isSentence(text) {
  const words = text.match(/(?<!\S)["'(]?[a-z]+(?:['’-][a-z]+)*[.,;:!?"')]*(?!\S)/gi) ?? [];
  return words.length >= 3;
}

const tests = /^(?:it|test|describe\w*)$/;

/** Whether the node is the title of a test, of a group, or of a table of tests: `it.each(...)("title")`. */
function isTitle(node) {
  const { parent } = node;
  return parent?.type === "CallExpression" && parent.arguments[0] === node && tests.test(calledName(parent.callee));
}

function calledName({ type, name, object, callee, tag }) {
  if (type === "Identifier") return name;
  const inner = object ?? callee ?? tag;
  return inner === undefined ? "" : calledName(inner);
}
