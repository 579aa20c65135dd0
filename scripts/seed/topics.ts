// Texts that the example project's people and agents write. They are about an online shop, its parts and its tasks.
import type { Chance } from "./random";

export const repository = "https://github.com/example/shop.git";

export interface Topic {
  /** Such as `Add a retry to the payment webhook`. */
  title: string;
  /** Such as `add-a-retry-to-the-payment-webhook`. */
  slug: string;
  /** Such as `payments`. */
  area: string;
  file: string;
}

interface Part {
  name: string;
  area: string;
  file: string;
}

const parts: Part[] = [
  { name: "payment webhook", area: "payments", file: "src/payments/webhook.ts" },
  { name: "shopping cart", area: "cart", file: "src/cart/cart.ts" },
  { name: "password reset", area: "accounts", file: "src/accounts/reset.ts" },
  { name: "order export", area: "orders", file: "src/orders/export.ts" },
  { name: "product search", area: "catalogue", file: "src/catalogue/search.ts" },
  { name: "invoice template", area: "billing", file: "src/billing/invoice.ts" },
  { name: "stock forecast", area: "warehouse", file: "src/warehouse/forecast.ts" },
  { name: "address form", area: "checkout", file: "src/checkout/address.tsx" },
  { name: "session store", area: "accounts", file: "src/accounts/sessions.ts" },
  { name: "image resizer", area: "catalogue", file: "src/catalogue/images.ts" },
  { name: "discount rules", area: "cart", file: "src/cart/discounts.ts" },
  { name: "shipping rates", area: "checkout", file: "src/checkout/shipping.ts" },
  { name: "review moderation", area: "catalogue", file: "src/catalogue/reviews.ts" },
  { name: "newsletter sign-up", area: "accounts", file: "src/accounts/newsletter.ts" },
  { name: "refund job", area: "payments", file: "src/payments/refunds.ts" },
  { name: "admin dashboard", area: "admin", file: "src/admin/dashboard.tsx" },
];

const tasks: string[] = [
  "Add a retry to the %",
  "Write tests for the %",
  "Speed up the %",
  "Log failures of the %",
  "Make the % accessible",
  "Move the % to the new API",
  "Remove dead code from the %",
  "Validate what the % takes",
];

const faults: string[] = [
  "The % fails on empty input",
  "The % ignores the time zone",
  "The % is slow with many rows",
  "The % swallows errors",
  "The % shows the wrong currency",
  "The % doubles entries after a retry",
];

export function taskTopic(chance: Chance): Topic {
  return topicOf(chance.pick(tasks), chance.pick(parts));
}

export function faultTopic(chance: Chance): Topic {
  return topicOf(chance.pick(faults), chance.pick(parts));
}

function topicOf(pattern: string, { name, area, file }: Part): Topic {
  const title = pattern.replace("%", name);
  return { title, slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"), area, file };
}

export function promptOf({ title, file, area }: Topic): string {
  return `${title}. Start in ${file}, keep to the conventions of ${area}, and leave the public interface as it is.`;
}

const lessons: string[] = [
  "Run the whole test suite of a module before touching its interface.",
  "Amounts are whole cents; never add floating-point numbers.",
  "Times are kept in UTC and shown in the customer's zone.",
  "A retried job must not send its e-mail twice.",
  "Database migrations add columns first and remove them a release later.",
  "Ask the cart service for totals instead of summing them again.",
  "Mock the payment provider at its HTTP boundary, not inside the module.",
  "Labels belong to their inputs by id; a placeholder is not a label.",
  "Lists in the admin pages page on the server.",
  "Feature flags are read once per request.",
];

export function lesson(chance: Chance): string {
  return chance.pick(lessons);
}

export interface Doubt {
  question: string;
  assumption: string;
}

const doubts: Doubt[] = [
  { question: "Are guest orders part of the export?", assumption: "Yes, with an empty customer number." },
  { question: "How long is a reset link good for?", assumption: "One hour." },
  { question: "May a discount bring the total to zero?", assumption: "Yes, but never below." },
  { question: "Which browsers have to be supported?", assumption: "The last two versions of the large four." },
  { question: "What happens to reviews of a deleted product?", assumption: "They are deleted with it." },
  { question: "Is the stock count allowed to be stale?", assumption: "By up to a minute." },
  { question: "Who learns of a failed refund?", assumption: "The support address, once per refund." },
  { question: "Are prices shown with tax?", assumption: "With tax to consumers, without to businesses." },
];

export function someDoubts(chance: Chance, count: number): Doubt[] {
  return chance.some(doubts, count);
}
