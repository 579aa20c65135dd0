// Keeps schemas, because building one costs more than checking a value with it. A process that serves several requests,
// as the embedded deployment does, builds each schema once. Schemas depend only on code: nothing of a request is kept.

const built = new WeakMap<() => unknown, unknown>();

export async function buildOnce<Schema>(build: () => Schema | Promise<Schema>): Promise<Schema> {
  // The map holds under each `build` only what that `build` has returned.
  const known = built.get(build) as Schema | undefined;
  if (known !== undefined) return known;
  // The map keeps the schema and not its promise, because a request may end while it waits for the promise.
  const schema = await build();
  built.set(build, schema);
  return schema;
}
