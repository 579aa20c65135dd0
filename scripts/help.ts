import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";

/** Whether the arguments ask for the usage of a command. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "-h") || args[0] === "help";
}

/**
 * Returns the flags. Returns null for one that the command does not have or that lacks its value; then a sentence and
 * the usage were printed.
 */
export function readFlags<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    if (!(error instanceof TypeError && "code" in error)) throw error;
    console.error(`${error.message}\n\n${usage}`);
    return null;
  }
}
