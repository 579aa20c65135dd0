// Written by `npm run codegen`: says which text document.json is.
export const tag = "0495a32a1cf67e3038c882e6341fd777";
