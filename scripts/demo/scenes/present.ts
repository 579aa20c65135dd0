// What the agents of the shop do while the demonstration runs.
import type { Scene } from "../../../packages/runner/src/agents/demo/scenes";
import type { Story } from "./story";
import { testAll, testHead, usage } from "./story";

export const discount: Story = {
  task: "Add a discount to the cart",
  thought: "A discount in percent must not leave parts of a cent, and nobody should pay less than nothing.",
  reads: ["src/cart.js", "test/cart.test.js"],
  insight:
    "`total` adds whole cents. A discount of 15 % of €12.90 is 193.5 cents, so somebody must round: once, at the end.",
  test: {
    file: "test/discount.test.js",
    text: `${testHead('import { add, createCart } from "../src/cart.js";\nimport { discountedTotal } from "../src/discount.js";\n')}
const mug = { id: "mug", name: "Coffee mug", price: 1290 };
const cart = add(createCart(), mug, 3);

test("a discount is rounded once, for the whole cart", () => {
  assert.equal(discountedTotal(cart, 15), 3290);
});

test("no discount changes nothing", () => {
  assert.equal(discountedTotal(cart, 0), 3870);
});

test("a discount above 100 percent is refused", () => {
  assert.throws(() => discountedTotal(cart, 120), /between 0 and 100/);
});
`,
  },
  edits: [
    {
      write: "src/discount.js",
      text: `// Discounts on a whole cart.
import { total } from "./cart.js";

/** Returns what the customer pays in cents, rounded once. */
export function discountedTotal(cart, percent) {
  if (!(percent >= 0 && percent <= 100)) throw new Error("A discount is between 0 and 100 percent.");
  return Math.round((total(cart) * (100 - percent)) / 100);
}
`,
    },
  ],
  summary:
    "`discountedTotal` takes the cart and a percentage. It rounds once for the whole cart, so three mugs with 15 % cost €32.90 and not three times a rounded price. A discount outside of 0 to 100 is refused.",
  verdict:
    "I calculated the example by hand: 38.70 less 15 % is 32.895, so €32.90 is right. The limits are tested. One remark: the price page does not use it yet.",
  inputTokens: 140_000,
};

export const removeOne: Story = {
  task: "Removing one piece empties the whole line",
  thought: "The comment of `remove` says one piece, and the code takes the whole line.",
  reads: ["src/cart.js", "test/cart.test.js"],
  insight: "The existing test removes a product with one piece only, so it never saw the fault.",
  test: {
    file: "test/cart-remove.test.js",
    text: `${testHead('import { add, createCart, remove, total } from "../src/cart.js";\n')}
const mug = { id: "mug", name: "Coffee mug", price: 1290 };

test("removing one of three leaves two", () => {
  assert.equal(total(remove(add(createCart(), mug, 3), "mug")), 2580);
});

test("removing the last piece removes the line", () => {
  assert.deepEqual(remove(add(createCart(), mug), "mug"), createCart());
});

test("other products stay", () => {
  const press = { id: "press", name: "French press", price: 3495 };
  assert.equal(total(remove(add(add(createCart(), mug), press), "mug")), 3495);
});
`,
  },
  edits: [
    {
      edit: "src/cart.js",
      replace: "  return { lines: cart.lines.filter((line) => line.product.id !== productId) };",
      by: `  const fewer = cart.lines.map((line) =>
    line.product.id === productId ? { ...line, quantity: line.quantity - 1 } : line,
  );
  return { lines: fewer.filter(({ quantity }) => quantity > 0) };`,
    },
  ],
  summary: "`remove` takes one piece, and the line goes with its last piece. Three new tests, all green.",
  verdict: "The code now does what its comment says. All four tests of the cart pass.",
};

export const lastZero: Story = {
  task: "Prices lose their last zero",
  thought: "€12.90 is shown as €12.9. A number does not know how many digits a price has.",
  reads: ["src/money.js", "test/money.test.js"],
  insight:
    "`cents / 100` becomes text without a final zero, and 5 cents become €0.05 only by luck. `toFixed(2)` keeps both digits.",
  test: {
    file: "test/format-price.test.js",
    text: `${testHead('import { formatPrice } from "../src/money.js";\n')}
for (const [cents, shown] of [[1290, "€12.90"], [4900, "€49.00"], [5, "€0.05"], [0, "€0.00"]]) {
  test(cents + " cents are shown as " + shown, () => {
    assert.equal(formatPrice(cents), shown);
  });
}
`,
  },
  edits: [{ edit: "src/money.js", replace: 'return "€" + cents / 100;', by: 'return "€" + (cents / 100).toFixed(2);' }],
  summary: "`formatPrice` always shows two digits. €12.90, €49.00, €0.05 and €0.00 are tested.",
  verdict: "Right for whole euros, for single cents and for nothing at all.",
  model: "gpt-5",
  inputTokens: 70_000,
};

export const sameProduct: Story = {
  task: "The same product is in the cart twice",
  thought: "A customer who clicks twice on a mug has two lines with one mug each.",
  reads: ["src/cart.js"],
  insight: "`add` appends a line whatever is there. It should count up the line of the same product.",
  test: {
    file: "test/cart-add.test.js",
    text: `${testHead('import { add, createCart } from "../src/cart.js";\n')}
const mug = { id: "mug", name: "Coffee mug", price: 1290 };

test("a product has one line in the cart", () => {
  assert.deepEqual(add(add(createCart(), mug), mug, 2).lines, [{ product: mug, quantity: 3 }]);
});
`,
  },
  edits: [
    {
      edit: "src/cart.js",
      replace: "  return { lines: [...cart.lines, { product, quantity }] };",
      by: `  const isThere = cart.lines.some((line) => line.product.id === product.id);
  if (!isThere) return { lines: [...cart.lines, { product, quantity }] };
  const counted = (line) =>
    line.product.id === product.id ? { ...line, quantity: line.quantity + quantity } : line;
  return { lines: cart.lines.map(counted) };`,
    },
  ],
  summary: "`add` counts up a line that is there. One product, one line.",
  verdict: "Correct, and the order of the lines stays, which the checkout relies on.",
};

const refusal = (text: string): Option["beats"] => [
  {
    edit: "src/orders.js",
    replace: "  lastNumber += 1;",
    by: `  if (cart.lines.length === 0) throw new Error("${text}");\n  lastNumber += 1;`,
  },
];

export const emptyOrder: Story = {
  task: "An order without products can be placed",
  thought: "An empty cart becomes an order, and its customer pays 4.90 for the shipping of nothing.",
  reads: ["src/orders.js", "src/shipping.js"],
  insight: "`placeOrder` never looks at the lines. It should refuse before it takes a number.",
  test: {
    file: "test/empty-order.test.js",
    text: `${testHead('import { createCart } from "../src/cart.js";\nimport { placeOrder } from "../src/orders.js";\n')}
test("an order without products is refused", () => {
  assert.throws(() => placeOrder(createCart(), { name: "Ada" }), /cart/);
});
`,
  },
  edits: [
    {
      ask: "What should the customer read?",
      about: "The sentence is shown at the checkout as it is.",
      options: [
        { name: "Your cart is empty.", beats: refusal("Your cart is empty.") },
        { name: "There is nothing in your cart yet.", beats: refusal("There is nothing in your cart yet.") },
      ],
    },
  ],
  summary: "An order without products is refused before it takes a number, with the sentence that was chosen.",
  verdict: "No number is lost, because the check comes first. Correct.",
};

type Option = Extract<Scene["parts"][number]["beats"][number], { ask: string }>["options"][number];

const receiptTest = (expected: string) => `${testHead('import { receipt } from "../src/receipt.js";\n')}
const mug = { id: "mug", name: "Coffee mug", price: 1290 };
const order = { number: 1001, customer: { name: "Ada & Co" }, lines: [{ product: mug, quantity: 2 }], total: 3070 };

test("a receipt names the order, each line and the total", () => {
  assert.equal(receipt(order), ${expected});
});
`;

export const receipt: Scene = {
  words: ["Send a receipt after each order"],
  parts: [
    {
      role: "designer",
      goals: ["Read the code", "Settle the form of the receipt", "Write it, with a test", "Run all tests"],
      ...usage("claude-sonnet-4-5", 110_000),
      beats: [
        {
          think:
            "An order knows its number, its lines and its total. A receipt shows them. I look at the e-mails first.",
        },
        { read: "src/orders.js" },
        { read: "src/mail.js" },
        { goal: 1 },
        {
          ask: "Should the receipt be plain text or HTML?",
          about:
            "The greeting of the shop's e-mails is HTML. Plain text can be read everywhere and cannot be misused, but has no logo.",
          options: [
            {
              name: "Plain text",
              beats: [
                { say: "Then plain text. It needs no escaping." },
                { goal: 2 },
                {
                  write: "test/receipt.test.js",
                  text: receiptTest('"Order 1001\\n2 x Coffee mug: €25.80\\nTotal with shipping: €30.70\\n"'),
                },
                { node: [...testAll, "test/receipt.test.js"], ends: "badly" },
                {
                  write: "src/receipt.js",
                  text: `// What a customer receives after an order, as plain text.

const euros = (cents) => "€" + (cents / 100).toFixed(2);

export function receipt({ number, lines, total }) {
  const bought = lines.map(({ product, quantity }) =>
    quantity + " x " + product.name + ": " + euros(product.price * quantity) + "\\n",
  );
  return "Order " + number + "\\n" + bought.join("") + "Total with shipping: " + euros(total) + "\\n";
}
`,
                },
              ],
            },
            {
              name: "HTML",
              beats: [
                { say: "Then HTML, and names are escaped as in the greeting." },
                { goal: 2 },
                {
                  write: "test/receipt.test.js",
                  text: receiptTest(
                    '"<p>Dear Ada &amp; Co,</p><h1>Order 1001</h1><ul><li>2 x Coffee mug: €25.80</li></ul><p>Total with shipping: €30.70</p>"',
                  ),
                },
                { node: [...testAll, "test/receipt.test.js"], ends: "badly" },
                {
                  write: "src/receipt.js",
                  text: `// What a customer receives after an order, as HTML.
import { escapeHtml, greeting } from "./mail.js";

const euros = (cents) => "€" + (cents / 100).toFixed(2);

export function receipt({ number, customer, lines, total }) {
  const bought = lines.map(({ product, quantity }) =>
    "<li>" + quantity + " x " + escapeHtml(product.name) + ": " + euros(product.price * quantity) + "</li>",
  );
  const list = "<ul>" + bought.join("") + "</ul>";
  return greeting(customer) + "<h1>Order " + number + "</h1>" + list + "<p>Total with shipping: " + euros(total) + "</p>";
}
`,
                },
              ],
            },
          ],
        },
        { goal: 3 },
        { node: testAll, ends: "well" },
        {
          say: "`receipt(order)` writes the receipt, and a test compares it word for word. Sending it is the next task.",
        },
      ],
    },
    {
      role: "checker",
      goals: ["Read the receipt", "Run all tests"],
      ...usage("gpt-5", 30_000),
      beats: [
        { read: "src/receipt.js" },
        { goal: 1 },
        { node: testAll, ends: "well" },
        { say: "The receipt has the number, every line and the total. It is in the form that a person has chosen." },
      ],
    },
  ],
};

const bankTransferBeats = (days: number): Option["beats"] => [
  { goal: 2 },
  {
    write: "test/bank-transfer.test.js",
    text: `${testHead('import { dueDate } from "../src/payment.js";\n')}
test("a bank transfer is due after ${days} days", () => {
  assert.deepEqual(dueDate("2026-03-01T10:00:00Z", "transfer"), new Date("2026-03-${String(days + 1).padStart(2, "0")}T10:00:00Z"));
});

test("nobody can pay by cheque", () => {
  assert.throws(() => dueDate("2026-03-01T10:00:00Z", "cheque"), /cheque/);
});
`,
  },
  { node: [...testAll, "test/bank-transfer.test.js"], ends: "badly" },
  { edit: "src/payment.js", replace: '["card", "invoice"]', by: '["card", "invoice", "transfer"]' },
  { edit: "src/payment.js", replace: "invoice: 14 }", by: `invoice: 14, transfer: ${days} }` },
];

export const bankTransfer: Scene = {
  words: ["Let customers pay by bank transfer"],
  parts: [
    {
      role: "designer",
      goals: ["Read the code", "Settle the time to pay", "Add the way to pay", "Run all tests"],
      ...usage("claude-sonnet-4-5", 95_000),
      beats: [
        { think: "The ways to pay are a list with a number of days each. The task does not say how many days." },
        { read: "src/payment.js" },
        { goal: 1 },
        {
          ask: "After how many days is a bank transfer due?",
          about: "An invoice is due after 14 days. The shop keeps the goods back until a transfer has arrived.",
          options: [
            { name: "7 days", beats: bankTransferBeats(7) },
            { name: "14 days, as an invoice", beats: bankTransferBeats(14) },
            { name: "30 days", beats: bankTransferBeats(30) },
          ],
        },
        { goal: 3 },
        { node: testAll, ends: "well" },
        {
          say: "Customers can pay by bank transfer. `src/payment.js` has the days, so that they can be changed in one place.",
        },
      ],
    },
    {
      role: "checker",
      goals: ["Read the change", "Run all tests"],
      ...usage("gpt-5", 28_000),
      beats: [
        { read: "src/payment.js" },
        { goal: 1 },
        { node: testAll, ends: "well" },
        { say: "The number of days is the one that was chosen, and an unknown way to pay is still refused." },
      ],
    },
  ],
};

/** It asks before it changes what is not its own. */
export const restock: Scene = {
  words: ["Fill up what is nearly sold out"],
  parts: [
    {
      role: "designer",
      goals: ["See what is missing", "Order it", "Check the catalogue again"],
      ...usage("gpt-5-mini", 40_000),
      beats: [
        { think: "The check of the catalogue says what is nearly sold out. I run it first." },
        { node: ["scripts/check-catalogue.js"], ends: "well" },
        { goal: 1 },
        { say: "The French press, the grinder and the scale need new pieces. An order costs money, so I ask first." },
        { permit: "Order 10 French presses, 5 grinders and 10 scales", paths: ["src/catalogue.js"] },
        { edit: "src/catalogue.js", replace: "price: 3495, stock: 3 }", by: "price: 3495, stock: 13 }" },
        { edit: "src/catalogue.js", replace: "price: 6950, stock: 1 }", by: "price: 6950, stock: 6 }" },
        { edit: "src/catalogue.js", replace: "price: 2799, stock: 0 }", by: "price: 2799, stock: 10 }" },
        { goal: 2 },
        { node: ["scripts/check-catalogue.js"], ends: "well" },
        { say: "Nothing is sold out any more. The numbers are those that the warehouse will have tomorrow." },
      ],
    },
    {
      role: "checker",
      ...usage("gpt-5", 15_000),
      beats: [
        { read: "src/catalogue.js" },
        { node: testAll, ends: "well" },
        { say: "Only the three stocks have changed; the prices are as before." },
      ],
    },
  ],
};

/** It fails, because a test stays red for a reason that the agent cannot remove. */
export const lastPiece: Scene = {
  words: ["Never sell the last piece twice"],
  parts: [
    {
      role: "designer",
      goals: ["Read the code", "Show it with a test", "Change the code", "Run all tests"],
      ...usage("claude-sonnet-4-5", 160_000),
      beats: [
        { think: "Two customers can read the same stock before either has written it. Then both buy the last piece." },
        { read: "src/stock.js" },
        { goal: 1 },
        {
          write: "test/stock.test.js",
          text: `${testHead('import { reserve } from "../src/stock.js";\n')}
/** A warehouse that answers a moment later, as one over the network does. */
function warehouseWith(pieces) {
  const later = (work) => new Promise((resolve) => setTimeout(() => resolve(work()), 5));
  let left = pieces;
  return { read: () => later(() => left), write: (_id, pieces) => later(() => (left = pieces)) };
}

test("only one of two customers gets the last piece", async () => {
  const warehouse = warehouseWith(1);
  const both = await Promise.allSettled([reserve(warehouse, "mug", 1), reserve(warehouse, "mug", 1)]);
  assert.equal(both.filter(({ status }) => status === "fulfilled").length, 1);
});
`,
        },
        { node: [...testAll, "test/stock.test.js"], ends: "badly" },
        { goal: 2 },
        { think: "I read the stock again directly before writing. The time between is shorter then." },
        {
          edit: "src/stock.js",
          replace: "  await warehouse.write(productId, left - quantity);",
          by: `  const now = await warehouse.read(productId);
  if (now < quantity) throw new Error("Only " + now + " left.");
  await warehouse.write(productId, now - quantity);`,
        },
        { goal: 3 },
        { node: testAll, ends: "badly" },
        {
          say: "The test still fails, and it is right: reading twice makes the gap smaller but does not close it. The warehouse would have to take a piece in one step, with a call such as `take(productId, quantity)`. It has no such call, and I cannot add one in this repository.",
        },
        {
          fail: "Two customers still get the last piece: the warehouse has no call that reads and writes in one step.",
        },
      ],
    },
  ],
};

export const translate: Scene = {
  words: ["Translate the product pages"],
  parts: [
    {
      ...usage("claude-sonnet-4-5", 12_000),
      beats: [
        { think: "Seven products, each with a name. I read the catalogue before I translate." },
        { read: "src/catalogue.js" },
        { limit: "The provider takes no more requests for an hour." },
      ],
    },
  ],
};

export const images: Scene = {
  words: ["Move the product images to another store"],
  parts: [
    {
      goals: ["Find where images are used", "Move them", "Change the addresses"],
      ...usage("claude-sonnet-4-5", 30_000),
      beats: [
        { think: "The catalogue has no images yet, so I look for other places first." },
        { read: "src/catalogue.js" },
        { read: "README.md" },
        { say: "No file names an image. I wait for the address of the old store before I continue." },
        { wait: true },
      ],
    },
  ],
};

export const rewrite: Scene = {
  words: ["Rewrite the shop in another language"],
  parts: [
    {
      goals: ["Choose a language", "Rewrite one file", "Rewrite the others"],
      ...usage("claude-sonnet-4-5", 60_000),
      beats: [
        { think: "This is large. I begin with the smallest file, to see what it costs." },
        { read: "src/shipping.js" },
        { read: "src/paging.js" },
        {
          say: "Every file can be translated, but none of them becomes better by it. I would rather ask before I continue.",
        },
        { wait: true },
      ],
    },
  ],
};
