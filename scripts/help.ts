/** Whether the arguments ask for the usage of a command. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "-h") || args[0] === "help";
}
