// Written by `npm run codegen`: says which text document.json is.
export const tag = "e1880e18752734b45c37e78980268201";
