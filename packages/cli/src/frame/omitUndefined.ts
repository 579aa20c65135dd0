/** The fields of a request for which the person has given a value. */
export function omitUndefined<Fields extends Record<string, unknown>>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}
