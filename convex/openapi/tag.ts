// Written by `npm run codegen`: says which text document.json is.
export const tag = "f7dda600cb8071f5441feb537512ccdc";
