/** Whether somebody asks what a command does, rather than for anything to be done. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((arg) => arg === "--help" || arg === "-h") || args[0] === "help";
}
