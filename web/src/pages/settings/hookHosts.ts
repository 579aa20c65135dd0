// What the settings of a repository at a code host call the parts of a hook, and what they must be.
import type { HookKind } from "#convex/hooks/schema";

export const hostNames: Record<HookKind, string> = { github: "GitHub", gitlab: "GitLab" };

interface Words {
  address: string;
  secret: string;
  /** The other choices, by their names. */
  others: readonly (readonly [name: string, value: string])[];
}

export const hostWords: Record<HookKind, Words> = {
  github: {
    address: "Payload URL",
    secret: "Secret",
    others: [
      ["Content type", "application/json"],
      ["Events", "pull requests, reviews, review comments, issue comments, check runs, statuses and pushes"],
    ],
  },
  gitlab: {
    address: "URL",
    secret: "Secret token",
    others: [["Trigger", "push, comments, merge request, job and pipeline events"]],
  },
};
