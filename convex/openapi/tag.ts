// Written by `npm run codegen`: says which text document.json is.
export const tag = "c578f8ccbb6e470d09d9eb86099efb5b";
