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

/** What differs from the usual. */
export function configText(config: unknown): string {
  if (config === null || config === undefined) return "";
  if (typeof config !== "object") return JSON.stringify(config);
  return Object.entries(config)
    .map(([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
}
