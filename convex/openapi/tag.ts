// Written by `npm run codegen`: says which text document.json is.
export const tag = "3302cb16ae7a890db48129bbe6997fc9";
