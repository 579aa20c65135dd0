// Tables of routes name a schema by the export of the domain's `requests.ts` that builds it. That file, and zod with
// it, is loaded only by a request that needs the schema, which is built then.
import type { ZodMiniType } from "zod/mini";

export type LazySchema<Output> = () => Promise<ZodMiniType<Output>>;

type SchemaMaker = () => ZodMiniType;

/** The names of the exports of a module that build schemas. */
export type SchemaName<Schemas> = {
  [Name in keyof Schemas]: Schemas[Name] extends SchemaMaker ? Name : never;
}[keyof Schemas];

export type OutputOf<Schemas, Name extends keyof Schemas> = Schemas[Name] extends () => ZodMiniType<infer Output>
  ? Output & Record<string, unknown>
  : never;

type FieldsOf<Input> = keyof { [Field in keyof Input as string extends Field ? never : Field]: unknown };

/**
 * Refuses a function that needs a field which the request does not have, or that ignores one which it has. The compiler
 * does not compare the arguments of references to functions in this way.
 */
export type Fitting<Taken, Input> = Input extends Taken
  ? FieldsOf<Input> extends keyof Taken
    ? unknown
    : { ignores: Exclude<FieldsOf<Input>, keyof Taken> }
  : { needs: Taken };

export function lazySchema<Schemas, Name extends SchemaName<Schemas>>(
  load: () => Promise<Schemas>,
  name: Name,
): LazySchema<OutputOf<Schemas, Name>> {
  return async () => {
    const make: unknown = (await load())[name];
    // `SchemaName` allows only names of such exports. The compiler cannot follow that through `Schemas`.
    return (make as () => ZodMiniType<OutputOf<Schemas, Name>>)();
  };
}
