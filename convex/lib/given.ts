// Fields of rows and answers that may be missing. The database takes a field away when a change says that it is
// undefined, and no row has a null. So what a request leaves out must not become a field at all.

type Given<Fields> = { [Name in keyof Fields]?: NonNullable<Fields[Name]> };

/** The fields that have a value: `{ ...given({ description }) }` has no `description` when that is null or undefined. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  const found: Given<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value != null) found[name] = value;
  }
  return found;
}

type Changes<Fields> = {
  [Name in keyof Fields]?: NonNullable<Fields[Name]> | (null extends Fields[Name] ? undefined : never);
};

/** What is changed where a request may leave a field as it is, which is undefined, or take it away, which is null. */
export function changesOf<Fields extends object>(fields: Fields): Changes<Fields> {
  const found: Changes<Fields> = {};
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) found[name] = value ?? undefined;
  }
  return found;
}
