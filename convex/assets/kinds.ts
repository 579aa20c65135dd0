export const assetKinds = ["context", "skill", "command", "script"] as const;

export const scriptLanguages = ["shell", "python"] as const;

/** The names under which lib/publicIds.ts knows the assets of a kind and their versions. */
export const publicNames = {
  context: { asset: "contexts", version: "contextVersions" },
  skill: { asset: "skills", version: "skillVersions" },
  command: { asset: "commands", version: "commandVersions" },
  script: { asset: "scripts", version: "scriptVersions" },
} as const satisfies Record<(typeof assetKinds)[number], unknown>;
