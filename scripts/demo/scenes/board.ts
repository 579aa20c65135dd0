// The sprints of the board: one scene each, in order. A sprint is over when its lines are ticked.
import type { Story } from "./story";
import { testHead } from "./story";

const sprintTask = "Do what the board says for the next sprint";

function tick(sprint: number, lines: string[]) {
  return lines.map((line) => ({ edit: `board/sprint-${sprint}.md`, replace: `- [ ] ${line}`, by: `- [x] ${line}` }));
}

const done = (sprint: number) => ({ file: `board/sprint-${sprint}.md`, has: "- [x]" });

const voucher = [
  {
    write: "src/voucher.js",
    text: `// Vouchers, which can be used in parts.

/** Returns the voucher afterwards, and what must be paid in another way. */
export function pay(voucher, cents) {
  const used = Math.min(voucher.left, cents);
  return { voucher: { left: voucher.left - used }, stillToPay: cents - used };
}
`,
  },
  ...tick(3, ["A voucher has a value and can be used in parts.", "Nobody can use more than is left."]),
];

export const sprints: Story[] = [
  {
    task: sprintTask,
    unless: done(1),
    thought: "The first sprint that is not ticked is the wish list.",
    reads: ["board/sprint-1.md", "src/cart.js"],
    insight: "A wish list is like a cart without quantities. A product that is on it already changes nothing.",
    test: {
      file: "test/wishlist.test.js",
      text: `${testHead('import { wish } from "../src/wishlist.js";\n')}
const mug = { id: "mug", name: "Coffee mug", price: 1290 };
const kettle = { id: "kettle", name: "Kettle", price: 4900 };

test("products are kept in the order of the wishes", () => {
  assert.deepEqual(wish(wish([], kettle), mug), [kettle, mug]);
});

test("a product is on the list once", () => {
  assert.deepEqual(wish(wish([], mug), mug), [mug]);
});
`,
    },
    edits: [
      {
        write: "src/wishlist.js",
        text: `// Products that a customer keeps for later.

/** Returns the list with the product, which is on it once. */
export function wish(list, product) {
  return list.some(({ id }) => id === product.id) ? list : [...list, product];
}
`,
      },
      ...tick(1, ["Customers keep products for later.", "A product is on the list once."]),
    ],
    summary: "The wish list of sprint 1 is there, and both lines of the board are ticked.",
    verdict: "Both lines of the sprint have a test. The board is right.",
  },
  {
    task: sprintTask,
    unless: done(2),
    thought: "Sprint 1 is ticked. Sprint 2 is gift wrapping.",
    reads: ["board/sprint-2.md", "src/cart.js"],
    insight: "Wrapping belongs to a line and costs 250 cents a piece. The total of the cart itself should not change.",
    test: {
      file: "test/gift.test.js",
      text: `${testHead('import { add, createCart } from "../src/cart.js";\nimport { totalWithGifts, wrap } from "../src/gift.js";\n')}
const mug = { id: "mug", name: "Coffee mug", price: 1290 };
const cart = add(createCart(), mug, 2);

test("each piece of a wrapped line costs 2.50 euros more", () => {
  assert.equal(totalWithGifts(wrap(cart, "mug")), 2580 + 500);
});

test("without wrapping nothing is added", () => {
  assert.equal(totalWithGifts(cart), 2580);
});
`,
    },
    edits: [
      {
        write: "src/gift.js",
        text: `// Gift wrapping, for whole lines of the cart.
import { total } from "./cart.js";

const pricePerPiece = 250;

export function wrap(cart, productId) {
  return { lines: cart.lines.map((line) => (line.product.id === productId ? { ...line, isGift: true } : line)) };
}

export function totalWithGifts(cart) {
  const pieces = cart.lines.filter(({ isGift }) => isGift).reduce((sum, { quantity }) => sum + quantity, 0);
  return total(cart) + pieces * pricePerPiece;
}
`,
      },
      ...tick(2, [
        "A line of the cart can be wrapped for 2.50 euros a piece.",
        "The total has the price of the wrapping.",
      ]),
    ],
    summary: "Lines can be wrapped, and `totalWithGifts` has the price. Sprint 2 is ticked.",
    verdict: "Tested with two pieces, where a mistake between line and piece would show.",
    model: "gpt-5",
  },
  {
    task: sprintTask,
    unless: done(3),
    thought: "The last sprint on the board is about vouchers.",
    reads: ["board/sprint-3.md", "src/payment.js"],
    insight: "A voucher pays as much as it can, and the rest stays on it. Both numbers come back from one function.",
    test: {
      file: "test/voucher.test.js",
      text: `${testHead('import { pay } from "../src/voucher.js";\n')}
test("a voucher can be used in parts", () => {
  assert.deepEqual(pay({ left: 5000 }, 1290), { voucher: { left: 3710 }, stillToPay: 0 });
});

test("nobody can use more than is left", () => {
  assert.deepEqual(pay({ left: 1000 }, 1290), { voucher: { left: 0 }, stillToPay: 290 });
});
`,
    },
    edits: [
      {
        ask: "Does what is left on a voucher expire?",
        about: "The board does not say. By law it may expire after three years at the earliest.",
        options: [
          { name: "It never expires", beats: voucher },
          {
            name: "After three years",
            beats: [
              ...voucher,
              { edit: "src/voucher.js", replace: "in parts.\n", by: "in parts. They are good for three years.\n" },
            ],
          },
        ],
      },
    ],
    summary: "Vouchers can be used in parts. All three sprints of the board are ticked.",
    verdict: "Both tests follow the words of the board. Nothing is left to do on it.",
  },
];
