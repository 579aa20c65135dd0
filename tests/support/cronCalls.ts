// Every cron of the product, with the arguments that its schedule gives.
import { makeFunctionReference } from "convex/server";
import crons from "../../convex/crons";

export const cronCalls = Object.values(crons.crons).map(({ name, args }) => ({
  name,
  mutation: makeFunctionReference<"mutation">(name),
  args: argumentsOf(args),
}));

/** Convex keeps them as a list of one. */
function argumentsOf(args: unknown): Record<string, string | null> {
  const [given] = args as [Record<string, string | null>?];
  return given ?? {};
}
