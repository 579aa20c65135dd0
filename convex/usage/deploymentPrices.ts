// The prices that an operator sets for the deployment, as JSON in the variable SERVICE_PRICES:
//
//     {"openai": {"date": "2026-11-01", "models": {"gpt-5": {"input": 1.1, "output": 9, "cacheRead": 0.11}}}}
//
// They are dollars per million tokens, and per hour for `computeHour`; a price that is left out is 0.
import { listPrices, perMillion } from "./rates";
import type { Prices, Rate, ServicePrices } from "./rates";

const maxDollars = 100_000;
const parts: readonly string[] = ["input", "output", "cacheRead", "computeHour"];

type Fields = Record<string, unknown>;

/** The error is the end of a sentence about the variable, such as `is not JSON`. */
export type Parsed = { prices: Prices; error: null } | { prices: null; error: string };

export function parsePrices(text: string): Parsed {
  try {
    const services = fieldsOf(JSON.parse(text), "SERVICE_PRICES");
    return { prices: mapped(services, (value, name) => serviceOf(value, name)), error: null };
  } catch (thrown) {
    const error = thrown instanceof PriceError ? thrown.message : "is not JSON";
    return { prices: null, error };
  }
}

class PriceError extends Error {}

function serviceOf(value: unknown, place: string): ServicePrices {
  if (!/^[a-z0-9_.-]{1,60}$/.test(place))
    throw new PriceError(`has the service ${place}: must match [a-z0-9_.-]{1,60}`);
  const { date, default: standard, models = {}, ...others } = fieldsOf(value, place);
  refuseOthers(others, place, "date, default, models");
  if (typeof date !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
    throw new PriceError(`lacks ${place}.date, the day of the prices as YYYY-MM-DD`);
  const rates = mapped(fieldsOf(models, `${place}.models`), (rate, model) => rateOf(rate, `${place}.models.${model}`));
  return standard === undefined
    ? { date, models: rates }
    : { date, default: rateOf(standard, `${place}.default`), models: rates };
}

function rateOf(value: unknown, place: string): Rate {
  const given = fieldsOf(value, place);
  refuseOthers(
    Object.fromEntries(Object.entries(given).filter(([name]) => !parts.includes(name))),
    place,
    parts.join(", "),
  );
  if (Object.keys(given).length === 0) throw new PriceError(`has no price in ${place}`);
  const dollars = (part: string): number => {
    const price = given[part] ?? 0;
    if (typeof price === "number" && price >= 0 && price <= maxDollars) return price;
    throw new PriceError(`has ${place}.${part}, which must be a number from 0 to ${maxDollars}`);
  };
  return perMillion(dollars("input"), dollars("output"), dollars("cacheRead"), dollars("computeHour"));
}

function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new PriceError(place === "SERVICE_PRICES" ? "is not a JSON object" : `has ${place}, which must be an object`);
}

function refuseOthers(others: Fields, place: string, known: string): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new PriceError(`has ${place}.${unknown}, which is unknown; known: ${known}`);
}

function mapped<Value>(fields: Fields, change: (value: unknown, name: string) => Value): Record<string, Value> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}

/**
 * The prices in the order in which they apply. Where nothing checks the variable before it is used, a malformed one
 * counts as unset, because a report of usage must not be lost.
 */
export function presentPrices(): readonly Prices[] {
  const text = process.env["SERVICE_PRICES"]?.trim() ?? "";
  if (text === "") return [listPrices];
  const { prices, error } = parsePrices(text);
  if (prices !== null) return [prices, listPrices];
  console.warn(`SERVICE_PRICES ${error}, so it is not used.`);
  return [listPrices];
}
