// Schemas are made by code alone, and making one costs more than what it is asked about. A context that serves again, as
// those of the embedded deployment do, makes each once; nothing that a request brings is kept.

const built = new WeakMap<() => unknown, unknown>();

export async function builtOnce<Schema>(build: () => Schema | Promise<Schema>): Promise<Schema> {
  // Under its maker there is never anything but what that makes.
  const known = built.get(build) as Schema | undefined;
  if (known !== undefined) return known;
  // What is kept is the schema and not its promise: a request may be ended while it waits.
  const schema = await build();
  built.set(build, schema);
  return schema;
}
