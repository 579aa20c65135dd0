// Scenes that are not steps of a workflow for features: looking for issues, learning, merging, the nightly check.
import type { Scene } from "../../../packages/runner/src/agents/demo/scenes";
import { testAll, usage } from "./story";

export const nightlyCheck: Scene = {
  words: ["Check the catalogue and write down what somebody must do"],
  parts: [
    {
      goals: ["Run the check", "Write the report"],
      ...usage("gpt-5-mini", 25_000),
      beats: [
        { think: "The script of the shop says what is sold out. I run it and keep what matters." },
        { node: ["scripts/check-catalogue.js"], ends: "well" },
        { goal: 1 },
        {
          write: "reports/catalogue.md",
          text: `# The catalogue last night

- Sold out: the kitchen scale. The supplier delivers within a week.
- Three or fewer pieces: the French press and the coffee grinder. Order them together, which saves the shipping.
`,
        },
        { say: "One product is sold out, and two are close to it. `reports/catalogue.md` says what to order." },
      ],
    },
  ],
};

export const scan: Scene = {
  words: ["what customers would notice first"],
  parts: [
    {
      goals: ["Read the code that customers meet", "Try it", "Write down what is wrong"],
      ...usage("claude-sonnet-4-5", 180_000),
      beats: [
        { think: "Customers meet the cart, the prices, the search and the e-mails. I read these and try them out." },
        { read: "src/cart.js" },
        { read: "src/money.js" },
        { goal: 1 },
        {
          node: [
            "--input-type=module",
            "--eval",
            'import { formatPrice } from "./src/money.js"; console.log(formatPrice(1290), formatPrice(4900));',
          ],
          ends: "well",
        },
        {
          node: [
            "--input-type=module",
            "--eval",
            'import { add, createCart } from "./src/cart.js"; const mug = { id: "mug", price: 1290 }; console.log(add(add(createCart(), mug), mug).lines.length, "lines for one product");',
          ],
          ends: "well",
        },
        { read: "src/stock.js" },
        { goal: 2 },
        { say: "I found three faults that a customer would see, and wrote each down with how to see it." },
      ],
    },
  ],
  output: {
    issues: [
      {
        title: "The same product is in the cart twice",
        description:
          "Add a mug twice: the cart has two lines with one mug each. `add` in src/cart.js never looks for a line that is there.",
        priority: "medium",
        suggestedPrompt: "The same product is in the cart twice. Count up the line that is there, with a test.",
      },
      {
        title: "Two customers can buy the last piece",
        description:
          "`reserve` in src/stock.js reads and writes in two steps. Two orders at the same moment both succeed.",
        priority: "critical",
        suggestedPrompt: "Never sell the last piece twice. Show it with a test of two orders at once.",
      },
      {
        title: "Order numbers start again after a restart",
        description: "`lastNumber` in src/orders.js lives in memory. After a restart the next order is 1001 again.",
        priority: "high",
        suggestedPrompt: "Keep the last order number where it survives a restart.",
      },
    ],
  },
};

/** What an agent says when it is asked what others can learn from the discount. */
export const learnedFromDiscount: Scene = {
  words: ["What can agents learn", "discount"],
  parts: [
    {
      ...usage("gpt-5-mini", 20_000),
      beats: [{ say: "Two things are worth keeping: where to round, and to calculate an example by hand." }],
    },
  ],
  output: {
    learnings: [
      {
        category: "money",
        content: "Round once, at the end of a calculation. Rounding each line of a cart makes another total.",
        trigger: "A percentage of an amount",
        correctBehavior: "Calculate with whole cents, and round the total.",
        severity: "high",
        applicableRoles: ["designer"],
      },
      {
        category: "testing",
        content: "Calculate one example of a price by hand before believing the test that the designer wrote.",
        trigger: "A change of prices or totals",
        correctBehavior: "Write the calculation into the verdict.",
        severity: "medium",
        applicableRoles: ["checker"],
      },
    ],
  },
};

export const learnedNothing: Scene = {
  words: ["What can agents learn"],
  parts: [
    {
      ...usage("gpt-5-mini", 8000),
      beats: [{ say: "There is nothing in this work that is not in the learnings already." }],
    },
  ],
  output: { learnings: [] },
};

const solvedSearch = `// How customers find products.

export function search(products, query) {
  const wanted = query.trim().toLowerCase();
  const isForSale = (product) => product.stock !== 0;
  const found = products.filter((product) => isForSale(product) && product.name.toLowerCase().includes(wanted));
  return found.toSorted((a, b) => a.price - b.price);
}
`;

export const mergedSearch: Scene = {
  words: ["has conflicts in these files", '"src/search.js"'],
  parts: [
    {
      goals: ["Understand both changes", "Write what both want", "Run the tests of both"],
      ...usage("claude-sonnet-4-5", 70_000),
      beats: [
        { think: "Both requests change the last line of `search`. I read what is left between the markers." },
        { read: "src/search.js" },
        {
          say: "One leaves out what is sold out, the other sorts by price. They do not contradict each other: first filter, then sort.",
        },
        { goal: 1 },
        { write: "src/search.js", text: solvedSearch },
        { goal: 2 },
        { node: [...testAll, "test/search-order.test.js", "test/search-stock.test.js"], ends: "well" },
        { say: "The search filters first and sorts then. The tests of both requests pass together." },
      ],
    },
  ],
};

/** It fails because something outside of the repository is missing. */
export const supplierPrices: Scene = {
  words: ["Take the new prices of the supplier"],
  parts: [
    {
      goals: ["Read the list of the supplier", "Change the catalogue"],
      ...usage("claude-sonnet-4-5", 18_000),
      beats: [
        { think: "The task names a list of the supplier. I look for it first." },
        { read: "data/supplier.csv" },
        { read: "README.md" },
        {
          say: "There is no list of the supplier: neither `data/supplier.csv` nor another table. I do not invent prices.",
        },
        { fail: "The repository has no data/supplier.csv. Put the supplier's list there, and start the run again." },
      ],
    },
  ],
};

/** The session of last week, whose questions a person reviews. */
export const firstScan: Scene = {
  words: ["how the shop treats money"],
  parts: [
    {
      goals: ["Read everything that calculates", "Write down faults and doubts"],
      ...usage("claude-sonnet-4-5", 85_000),
      beats: [
        { think: "Money is in four files: money, cart, shipping and payment." },
        { read: "src/cart.js" },
        { read: "src/shipping.js" },
        { read: "src/payment.js" },
        { goal: 1 },
        { say: "Three faults are clear. Four other things depend on what the shop wants, so I ask about them." },
      ],
    },
  ],
};
