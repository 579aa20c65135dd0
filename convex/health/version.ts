// Written by `npm run codegen`: the version in package.json.
export const version = "0.1.0";
