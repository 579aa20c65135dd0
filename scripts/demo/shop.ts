// The files of the demonstration's shop: small enough to be read in a minute, with real faults that its agents find.

export const shop: Record<string, string> = {
  "package.json": `{
  "name": "shop",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node --test",
    "check": "node scripts/check-catalogue.js"
  }
}
`,
  "README.md": `# The shop

An online shop for kitchens, small enough to be read in a minute. It has no dependencies: \`node --test\` runs its tests.

| folder     | what is in it                               |
| ---------- | ------------------------------------------- |
| \`src\`      | one file for each thing of the shop         |
| \`test\`     | the tests, one file for each file of \`src\` |
| \`board\`    | what the team does in each sprint           |
| \`scripts\`  | what runs at night                          |

Amounts are whole cents.
`,
  "src/money.js": `// Amounts are whole cents.

/** Returns a price as customers read it, such as "€12.90". */
export function formatPrice(cents) {
  return "€" + cents / 100;
}

/** Reads a price that somebody has typed, such as "12.90". */
export function parsePrice(text) {
  return Math.floor(Number(text) * 100);
}
`,
  "src/cart.js": `// What a customer has chosen.

export function createCart() {
  return { lines: [] };
}

export function add(cart, product, quantity = 1) {
  return { lines: [...cart.lines, { product, quantity }] };
}

/** Takes one piece of the product out of the cart. */
export function remove(cart, productId) {
  return { lines: cart.lines.filter((line) => line.product.id !== productId) };
}

export function total(cart) {
  return cart.lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
}
`,
  "src/catalogue.js": `// What the shop sells. Prices are cents.

export const products = [
  { id: "mug", name: "Coffee mug", price: 1290, stock: 12 },
  { id: "press", name: "French press", price: 3495, stock: 3 },
  { id: "kettle", name: "Kettle", price: 4900, stock: 7 },
  { id: "grinder", name: "Coffee grinder", price: 6950, stock: 1 },
  { id: "spoon", name: "Measuring spoon (10 g)", price: 350, stock: 40 },
  { id: "scale", name: "Kitchen scale", price: 2799, stock: 0 },
  { id: "filter", name: "Paper filters, 100 pieces", price: 499, stock: 85 },
];
`,
  "src/search.js": `// How customers find products.

export function search(products, query) {
  const pattern = new RegExp(query);
  return products.filter((product) => pattern.test(product.name));
}
`,
  "src/paging.js": `// The catalogue is shown in pages, which are counted from 1.

export function pageCount(items, size) {
  return Math.floor(items.length / size);
}

export function page(items, number, size) {
  return items.slice((number - 1) * size, number * size);
}
`,
  "src/shipping.js": `// What it costs to send an order. It is free from 50 euros.

const flatRate = 490;
const freeFrom = 5000;

export function shippingCost(total) {
  return total > freeFrom ? 0 : flatRate;
}
`,
  "src/orders.js": `import { total } from "./cart.js";
import { shippingCost } from "./shipping.js";

let lastNumber = 1000;

export function placeOrder(cart, customer) {
  lastNumber += 1;
  const goods = total(cart);
  return { number: lastNumber, customer, lines: cart.lines, total: goods + shippingCost(goods) };
}
`,
  "src/payment.js": `// How customers may pay.

export const methods = ["card", "invoice"];

const daysToPay = { card: 0, invoice: 14 };

/** Returns the day until which the order must be paid. */
export function dueDate(orderedAt, method) {
  if (!methods.includes(method)) throw new Error("Nobody can pay by " + method + ".");
  const due = new Date(orderedAt);
  due.setUTCDate(due.getUTCDate() + daysToPay[method]);
  return due;
}
`,
  "src/mail.js": `// The texts of e-mails, in HTML.

export function greeting(customer) {
  return "<p>Dear " + customer.name + ",</p>";
}
`,
  "src/stock.js": `// How many pieces of a product are left. The warehouse answers over the network.

export async function reserve(warehouse, productId, quantity) {
  const left = await warehouse.read(productId);
  if (left < quantity) throw new Error("Only " + left + " left.");
  await warehouse.write(productId, left - quantity);
}
`,
  "scripts/check-catalogue.js": `// Runs at night: says which products of the catalogue need somebody.
import { products } from "../src/catalogue.js";

const soldOut = products.filter(({ stock }) => stock === 0).map(({ name }) => name);
const nearlySoldOut = products.filter(({ stock }) => stock > 0 && stock <= 3).map(({ name }) => name);

console.log(products.length + " products");
console.log("sold out: " + (soldOut.join(", ") || "none"));
console.log("three or fewer: " + (nearlySoldOut.join(", ") || "none"));
`,
  "test/cart.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { add, createCart, remove, total } from "../src/cart.js";

const mug = { id: "mug", name: "Coffee mug", price: 1290 };

test("a new cart costs nothing", () => {
  assert.equal(total(createCart()), 0);
});

test("the total counts every piece", () => {
  assert.equal(total(add(createCart(), mug, 2)), 2580);
});

test("what was removed costs nothing", () => {
  assert.equal(total(remove(add(createCart(), mug), "mug")), 0);
});
`,
  "test/money.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPrice, parsePrice } from "../src/money.js";

test("a price is shown in euros", () => {
  assert.equal(formatPrice(1299), "€12.99");
});

test("a typed price is read in cents", () => {
  assert.equal(parsePrice("12.50"), 1250);
});
`,
  "test/search.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { products } from "../src/catalogue.js";
import { search } from "../src/search.js";

test("a word of the name finds the product", () => {
  assert.deepEqual(search(products, "Kettle").map(({ id }) => id), ["kettle"]);
});
`,
  "test/orders.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { add, createCart } from "../src/cart.js";
import { placeOrder } from "../src/orders.js";

const mug = { id: "mug", name: "Coffee mug", price: 1290 };

test("a small order pays for its shipping", () => {
  assert.equal(placeOrder(add(createCart(), mug), { name: "Ada" }).total, 1290 + 490);
});

test("every order has another number", () => {
  const cart = add(createCart(), mug);
  assert.notEqual(placeOrder(cart, { name: "Ada" }).number, placeOrder(cart, { name: "Ada" }).number);
});
`,
  "board/sprint-1.md": `# Sprint 1: a wish list

- [ ] Customers keep products for later.
- [ ] A product is on the list once.
`,
  "board/sprint-2.md": `# Sprint 2: gift wrapping

- [ ] A line of the cart can be wrapped for 2.50 euros a piece.
- [ ] The total has the price of the wrapping.
`,
  "board/sprint-3.md": `# Sprint 3: vouchers

- [ ] A voucher has a value and can be used in parts.
- [ ] Nobody can use more than is left.
`,
};
