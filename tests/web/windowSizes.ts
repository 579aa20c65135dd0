/** The pages are tried in these sizes. */
export const wide = { width: 1280, height: 800 };
export const narrow = { width: 390, height: 844 };
