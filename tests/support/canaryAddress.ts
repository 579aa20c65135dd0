// Addresses with a password that no answer may show.
import type { Input } from "./readBudgets/area";

export const canary = "canary-password";

export const addressWithCanary = `https://bob:${canary}@code.example/acme/shop.git`;

/** Returns the input with the password in all of its addresses. */
export function withCanary(input: Input): Input {
  const text = JSON.stringify(input, (name, value: unknown) =>
    typeof value === "string" && /url$/i.test(name) ? value.replace(/^https:\/\//, `https://bob:${canary}@`) : value,
  );
  return JSON.parse(text) as Input;
}
