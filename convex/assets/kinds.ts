export const assetKinds = ["context", "skill", "command", "script"] as const;

/** The interpreters that can run a script. */
export const scriptLanguages = ["shell", "python"] as const;
