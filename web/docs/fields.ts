// Lists of fields: of a path and query, of a body and of an answer. Nested fields open on demand, because a shape may
// contain itself.
import { element } from "./element";
import type { Child } from "./element";
import type { JsonObject } from "./json";
import { textIn } from "./json";
import type { Parameter, Reference } from "./openapi";
import { inline } from "./prose";
import { fieldsOf, joined, limitWords, typeWords, valuesOf, variantsOf } from "./schemas";

type Resolve = Reference["resolve"];

/** Returns the id of a field's row, by which search leads to it. Fields of answers have none. */
type IdOf = (name: string) => string | undefined;

interface Row {
  id: string | undefined;
  name: string;
  schema: JsonObject;
  note: string;
  description: string;
  areSent: boolean;
}

export function parameterList(resolve: Resolve, idOf: IdOf, parameters: Parameter[]): HTMLElement {
  return element(
    "ul",
    { class: "fields" },
    parameters.map(({ name, schema, isRequired, description }) =>
      fieldRow(resolve, {
        id: idOf(name),
        name,
        schema,
        note: noteOf(isRequired, true),
        description,
        areSent: true,
      }),
    ),
  );
}

/** `areSent` says that the fields belong to a request, in which some are required. */
export function schemaFields(
  resolve: Resolve,
  schema: JsonObject,
  { idOf, areSent }: { idOf: IdOf; areSent: boolean },
): Child {
  const variants = variantsOf(resolve, schema);
  if (variants.length > 1) {
    return variants.map((variant, index) => [
      element("p", { class: "variant" }, index === 0 ? "Either" : "or"),
      schemaFields(resolve, variant, { idOf: (name) => (index === 0 ? idOf(name) : undefined), areSent }),
    ]);
  }
  const fields = fieldsOf(resolve, schema);
  if (fields.length === 0) return element("p", { class: "quiet" }, typeWords(resolve, schema));
  return element(
    "ul",
    { class: "fields" },
    fields.map(({ name, schema, isRequired }) => {
      const description = textIn(joined(resolve, schema), "description");
      return fieldRow(resolve, {
        id: idOf(name),
        name,
        schema,
        note: noteOf(isRequired, areSent),
        description,
        areSent,
      });
    }),
  );
}

function noteOf(isRequired: boolean, isSent: boolean): string {
  if (isSent) return isRequired ? "required" : "";
  return isRequired ? "" : "may be missing";
}

function fieldRow(resolve: Resolve, { id, name, schema, note, description, areSent }: Row): HTMLElement {
  const values = valuesOf(resolve, schema);
  return element(
    "li",
    { id },
    element(
      "div",
      { class: "field" },
      element("code", { class: "name" }, name),
      element("span", { class: "type" }, [typeWords(resolve, schema), ...limitWords(resolve, schema)].join(", ")),
      note === "" ? null : element("span", { class: note === "required" ? "required" : "type" }, note),
    ),
    description === "" ? null : element("p", {}, inline(description)),
    values.length === 0 ? null : element("p", { class: "values" }, values.map(valueChip)),
    nested(resolve, { id, name, schema, areSent }),
  );
}

function valueChip(value: string): Child {
  return [element("code", {}, value), " "];
}

function nested(
  resolve: Resolve,
  { id, name, schema, areSent }: Pick<Row, "id" | "name" | "schema" | "areSent">,
): Child {
  const isDeep = fieldsOf(resolve, schema).length > 0 || deepVariants(resolve, schema);
  if (!isDeep) return null;
  const details = element("details", {}, element("summary", {}, `Fields of ${name}`));
  details.addEventListener(
    "toggle",
    () => {
      const below = { idOf: (inner: string) => id && `${id}.${inner}`, areSent };
      details.append(element("div", { class: "nested" }, schemaFields(resolve, schema, below)));
    },
    { once: true },
  );
  return details;
}

function deepVariants(resolve: Resolve, schema: JsonObject): boolean {
  const variants = variantsOf(resolve, schema);
  return variants.length > 1 && variants.some((variant) => fieldsOf(resolve, variant).length > 0);
}
