// Builds rows and answers with optional fields. No row holds null, and the database removes a field when a change sets
// it to undefined. So a field that a request leaves out must be missing from the change.

type NonNullish<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/**
 * Returns the fields that have a value: `{ ...omitNullish({ description }) }` is empty when that is null or undefined.
 */
export function omitNullish<Fields extends object>(fields: Fields): NonNullish<Fields> {
  const found: NonNullish<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value != null) found[name] = value;
  }
  return found;
}

type Changes<Fields> = {
  [Name in keyof Fields]?: NonNullable<Fields[Name]> | (null extends Fields[Name] ? undefined : never);
};

/** Turns a request into the change of a row: undefined means that a field stays, null that it is removed. */
export function patchFrom<Fields extends object>(fields: Fields): Changes<Fields> {
  const found: Changes<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) found[name] = value ?? undefined;
  }
  return found;
}
