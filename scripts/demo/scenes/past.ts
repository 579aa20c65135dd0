// What the agents of the shop did in the ten days before the demonstration.
import type { Story } from "./story";
import { testHead } from "./story";

export const roundPrices: Story = {
  task: "Read typed prices to the cent",
  thought: "Somebody types 0.29 and the shop stores 28 cents. That smells of floating-point numbers.",
  reads: ["src/money.js", "test/money.test.js"],
  insight: "0.29 * 100 is 28.999999999999996, and `Math.floor` cuts it off. Rounding reads what was typed.",
  test: {
    file: "test/parse-price.test.js",
    text: `${testHead('import { parsePrice } from "../src/money.js";\n')}
for (const [typed, cents] of [["0.29", 29], ["19.99", 1999], ["1.15", 115], ["8", 800]]) {
  test(typed + " is read as " + cents + " cents", () => {
    assert.equal(parsePrice(typed), cents);
  });
}
`,
  },
  edits: [{ edit: "src/money.js", replace: "Math.floor(Number(text) * 100)", by: "Math.round(Number(text) * 100)" }],
  summary:
    "`parsePrice` rounds now. `test/parse-price.test.js` has four prices that were wrong or could have been: 0.29, 19.99, 1.15 and 8. All tests pass.",
  verdict: "The change is one word and does what was asked. The tests have prices on both sides of the rounding error.",
  inputTokens: 120_000,
};

export const searchAnyCase: Story = {
  task: "Find products however customers type",
  thought: "Customers type `kettle` and find nothing. And what happens with `(10 g)`? It has brackets.",
  reads: ["src/search.js", "src/catalogue.js"],
  insight:
    "The query becomes a regular expression as it is. So letters must have the right case, and `(` alone throws an error.",
  test: {
    file: "test/search-typed.test.js",
    text: `${testHead('import { products } from "../src/catalogue.js";\nimport { search } from "../src/search.js";\n')}
const found = (query) => search(products, query).map(({ id }) => id);

test("small letters find names with capitals", () => {
  assert.deepEqual(found("kettle"), ["kettle"]);
});

test("brackets are looked for as they are", () => {
  assert.deepEqual(found("(10 g"), ["spoon"]);
});

test("spaces around the words do not matter", () => {
  assert.deepEqual(found("  coffee "), ["mug", "grinder"]);
});
`,
  },
  edits: [
    {
      edit: "src/search.js",
      replace: `  const pattern = new RegExp(query);
  return products.filter((product) => pattern.test(product.name));`,
      by: `  const wanted = query.trim().toLowerCase();
  return products.filter((product) => product.name.toLowerCase().includes(wanted));`,
    },
  ],
  summary:
    "The search compares small letters and no longer builds a regular expression, so no query can make it throw. Three new tests cover case, brackets and spaces.",
  verdict: "Good. I also tried an empty query: it finds everything, which is what the catalogue page expects.",
};

export const lastPage: Story = {
  task: "Show the last page of the catalogue",
  thought: "Seven products and three to a page make three pages. The shop shows two.",
  reads: ["src/paging.js"],
  insight: "`Math.floor` drops the page that is not full. An empty catalogue should still have one page, I think.",
  test: {
    file: "test/paging.test.js",
    text: `${testHead('import { page, pageCount } from "../src/paging.js";\n')}
const letters = ["a", "b", "c", "d", "e", "f", "g"];

test("a page that is not full counts", () => {
  assert.equal(pageCount(letters, 3), 3);
  assert.deepEqual(page(letters, 3, 3), ["g"]);
});

test("full pages are counted once", () => {
  assert.equal(pageCount(letters.slice(0, 6), 3), 2);
});

test("a catalogue without products has one page", () => {
  assert.equal(pageCount([], 3), 1);
});
`,
  },
  edits: [
    {
      edit: "src/paging.js",
      replace: "return Math.floor(items.length / size);",
      by: "return Math.max(1, Math.ceil(items.length / size));",
    },
  ],
  summary:
    "`pageCount` rounds up, and an empty catalogue has one page. The paging had no tests at all; now it has three.",
  verdict: "Correct for full, partly full and no pages. The slice in `page` needed no change.",
  model: "gpt-5",
  inputTokens: 60_000,
};

export const freeShipping: Story = {
  task: "Send orders of exactly 50 euros free of charge",
  thought: "The shop says that shipping is free from 50 euros. A customer with exactly 50 has paid for it.",
  reads: ["src/shipping.js", "test/orders.test.js"],
  insight: "`>` leaves out the limit itself. It is one character, but nothing tested it.",
  test: {
    file: "test/shipping.test.js",
    text: `${testHead('import { shippingCost } from "../src/shipping.js";\n')}
test("shipping costs 4.90 below 50 euros", () => {
  assert.equal(shippingCost(4999), 490);
});

test("shipping is free from 50 euros", () => {
  assert.equal(shippingCost(5000), 0);
});
`,
  },
  edits: [{ edit: "src/shipping.js", replace: "total > freeFrom", by: "total >= freeFrom" }],
  summary: "Orders of exactly 50 euros are sent free of charge. The limit has a test on both sides.",
  verdict: "Both sides of the limit are tested. I would merge it.",
  inputTokens: 45_000,
};

export const escapeNames: Story = {
  task: "Escape what customers write in e-mails",
  thought: "The greeting puts the customer's name into HTML as it is. A name can be anything, also `<script>`.",
  reads: ["src/mail.js"],
  insight: "The five characters of HTML must be escaped, `&` first, or the others are escaped twice.",
  test: {
    file: "test/mail.test.js",
    text: `${testHead('import { greeting } from "../src/mail.js";\n')}
test("a name cannot become HTML", () => {
  assert.equal(greeting({ name: "<b>Ada</b>" }), "<p>Dear &lt;b&gt;Ada&lt;/b&gt;,</p>");
});

test("an ampersand is escaped once", () => {
  assert.equal(greeting({ name: "Bits & Bobs" }), "<p>Dear Bits &amp; Bobs,</p>");
});
`,
  },
  edits: [
    {
      edit: "src/mail.js",
      replace: `export function greeting(customer) {
  return "<p>Dear " + customer.name + ",</p>";
}`,
      by: `const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Returns the text so that HTML shows it as it is. */
export function escapeHtml(text) {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]);
}

export function greeting(customer) {
  return "<p>Dear " + escapeHtml(customer.name) + ",</p>";
}`,
    },
  ],
  summary:
    "`escapeHtml` is new and the greeting uses it. It is exported, because every e-mail that comes later needs it too.",
  verdict: "Correct, and in one pass, so that nothing is escaped twice. This was a real hole: please release it today.",
  model: "claude-opus-4-1",
  inputTokens: 420_000,
};

/** The two changes of the merge: both end with another `return` in the same function. */
export const sortByPrice: Story = {
  task: "Show the cheapest products first",
  thought: "The search shows products in the order of the catalogue. Customers want the cheapest first.",
  reads: ["src/search.js"],
  insight: "The result can be sorted by price. `toSorted` leaves the catalogue itself as it is.",
  test: {
    file: "test/search-order.test.js",
    text: `${testHead('import { products } from "../src/catalogue.js";\nimport { search } from "../src/search.js";\n')}
test("the cheapest product comes first", () => {
  assert.deepEqual(search(products, "coffee").map(({ id }) => id), ["mug", "grinder"]);
  const prices = search(products, "").map(({ price }) => price);
  assert.deepEqual(prices, prices.toSorted((a, b) => a - b));
});
`,
  },
  edits: [
    {
      edit: "src/search.js",
      replace: "  return products.filter((product) => product.name.toLowerCase().includes(wanted));",
      by: `  const found = products.filter((product) => product.name.toLowerCase().includes(wanted));
  return found.toSorted((a, b) => a.price - b.price);`,
    },
  ],
  summary: "The search sorts by price. The catalogue keeps its own order, since `toSorted` makes a new list.",
  verdict: "Does what was asked. Another open change touches the same line, so the merge will need a look.",
  inputTokens: 150_000,
};

export const hideSoldOut: Story = {
  task: "Leave sold-out products out of the search",
  thought: "The kitchen scale is sold out and still found. A customer who clicks on it is disappointed.",
  reads: ["src/search.js", "src/catalogue.js"],
  insight: "A product with a stock of 0 must not be found. Products without a number of pieces stay.",
  test: {
    file: "test/search-stock.test.js",
    text: `${testHead('import { products } from "../src/catalogue.js";\nimport { search } from "../src/search.js";\n')}
test("a sold-out product is not found", () => {
  assert.deepEqual(search(products, "scale"), []);
});

test("the last piece is found", () => {
  assert.deepEqual(search(products, "grinder").map(({ id }) => id), ["grinder"]);
});
`,
  },
  edits: [
    {
      edit: "src/search.js",
      replace: "  return products.filter((product) => product.name.toLowerCase().includes(wanted));",
      by: `  const isForSale = (product) => product.stock !== 0;
  return products.filter((product) => isForSale(product) && product.name.toLowerCase().includes(wanted));`,
    },
  ],
  summary: "The search leaves out what has a stock of 0. The catalogue page itself still shows it as sold out.",
  verdict: "Correct. It changes the same line as the open change about the order of results.",
  model: "claude-opus-4-1",
  inputTokens: 150_000,
};
