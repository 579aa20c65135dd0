// How pull requests are combined. The runner of this repository knows these settings; a runner of somebody else may
// know others, which are shown as they are.
export const intoChoices = [
  { value: "branch", label: "A new branch" },
  { value: "base", label: "The base branch" },
];

export const methodChoices = [
  { value: "merge", label: "A merge commit for each" },
  { value: "rebase", label: "Rebased commits" },
];

/** Whether the result is on the base branch, and not on a branch of its own. */
export function changesBaseBranch(config: unknown): boolean {
  return typeof config === "object" && config !== null && "into" in config && config.into === "base";
}

/** What differs from the usual. */
export function configText(config: unknown): string {
  if (config === null || config === undefined) return "";
  if (typeof config !== "object") return JSON.stringify(config);
  return Object.entries(config)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
