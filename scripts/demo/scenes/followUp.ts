// A change that lacks what a check of the code host asks for, and the round that adds it.
import type { Scene } from "../../../packages/runner/src/agents/demo/scenes";
import { testAll, testHead, usage } from "./story";
import type { Story } from "./story";

export const missingToFree: Story = {
  task: "Say how much is missing to free shipping",
  thought: "Customers with 48 euros in their cart would add a spoon if they knew that shipping is free from 50.",
  reads: ["src/shipping.js", "test/shipping.test.js"],
  insight: "The limit is in `src/shipping.js` and nobody else knows it, so what is missing belongs there too.",
  test: {
    file: "test/missing-to-free.test.js",
    text: `${testHead('import { missingToFree } from "../src/shipping.js";\n')}
test("the rest to 50 euros is missing", () => {
  assert.equal(missingToFree(4800), 200);
});

test("nothing is missing from 50 euros", () => {
  assert.equal(missingToFree(5000), 0);
  assert.equal(missingToFree(9000), 0);
});
`,
  },
  edits: [
    {
      edit: "src/shipping.js",
      replace: "export function shippingCost",
      by: `export function missingToFree(total) {
  return Math.max(0, freeFrom - total);
}

export function shippingCost`,
    },
  ],
  summary: "`missingToFree` says what is missing. The picture shows the bar that the cart would have at 36 euros.",
  verdict: "Both sides of the limit are tested, and the limit is still in one place.",
  inputTokens: 80_000,
};

export const commentCheck = {
  name: "Comments",
  log: "src/shipping.js:6: missingToFree is exported and has no comment.\n1 problem in 9 files.",
};

export const addComment: Scene = {
  words: ["missingToFree is exported and has no comment"],
  parts: [
    {
      role: "designer",
      beats: [
        { think: "A check of the code host asks for a comment on what is exported. That is quickly done." },
        { read: "src/shipping.js" },
        {
          edit: "src/shipping.js",
          replace: "export function missingToFree",
          by: `/** Returns by how many cents the goods may grow until shipping is free. */
export function missingToFree`,
        },
        { node: testAll, ends: "well" },
        { say: "`missingToFree` has a comment that says what it returns. All tests pass." },
      ],
      ...usage("claude-sonnet-4-5", 21_000),
    },
  ],
};
