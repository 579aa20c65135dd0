// How a row of data names a schema: by the name of an export of its domain's `requests.ts`. That file, and zod with it,
// is loaded and the schema built by the request that needs it.
import type { ZodMiniType } from "zod/mini";

export type LazySchema<Output> = () => Promise<ZodMiniType<Output>>;

type SchemaMaker = () => ZodMiniType;

/** The exports of a module that make schemas. */
export type SchemaName<Schemas> = {
  [Name in keyof Schemas]: Schemas[Name] extends SchemaMaker ? Name : never;
}[keyof Schemas];

export type OutputOf<Schemas, Name extends keyof Schemas> = Schemas[Name] extends () => ZodMiniType<infer Output>
  ? Output & Record<string, unknown>
  : never;

export function lazySchema<Schemas, Name extends SchemaName<Schemas>>(
  load: () => Promise<Schemas>,
  name: Name,
): LazySchema<OutputOf<Schemas, Name>> {
  return async () => {
    const make: unknown = (await load())[name];
    // `SchemaName` has only such names; the compiler does not follow that through `Schemas`.
    return (make as () => ZodMiniType<OutputOf<Schemas, Name>>)();
  };
}
