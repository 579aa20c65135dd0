/** The first line of a prompt represents the chain, which has no name. */
export function sprintChainName({ prompt }: { prompt: string }): string {
  return prompt.trim().split("\n", 1)[0] ?? "";
}
