/**
 * Refuses `x == null ? {} : { x }` for a field that may be missing. `omitNullish` of convex/lib/omitNullish.ts says the
 * same in one word.
 */
export const givenFields = {
  meta: { type: "suggestion", schema: [], messages: { given: "Write `omitNullish({ x })` of lib/omitNullish.ts." } },
  create(context) {
    return {
      ConditionalExpression(node) {
        const { test, consequent, alternate } = node;
        const empty = isEqual(test.operator) ? consequent : alternate;
        const other = empty === consequent ? alternate : consequent;
        if (!isNullTest(test) || !isEmptyObject(empty) || other.type !== "ObjectExpression") return;
        context.report({ node, messageId: "given" });
      },
    };
  },
};

function isEqual(operator) {
  return operator === "==" || operator === "===";
}

function isNullTest(test) {
  return test.type === "BinaryExpression" && /^[!=]==?$/.test(test.operator) && isNothing(test.right);
}

function isNothing(node) {
  return (node.type === "Literal" && node.value === null) || (node.type === "Identifier" && node.name === "undefined");
}

function isEmptyObject(node) {
  return node.type === "ObjectExpression" && node.properties.length === 0;
}
