// Written by `npm run codegen`: says which text document.json is.
export const tag = "4b2ebac4b6c951b0a744bb0c7af344ea";
