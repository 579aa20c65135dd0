export const assetKinds = ["context", "skill", "command", "script"] as const;

/** What a script is run by. */
export const scriptLanguages = ["shell", "python"] as const;
