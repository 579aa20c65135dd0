// GitHub's GraphQL, by its own schema. Answers are made by executing the query, so they are what the schema allows.
import { schema as github } from "@octokit/graphql-schema";
import { buildClientSchema, graphql, parse, validate } from "graphql";
import type { IntrospectionQuery } from "graphql";

// The text of the same schema has a field twice, which GraphQL refuses.
const schema = buildClientSchema(github.json as unknown as IntrospectionQuery);

interface Body {
  query: string;
  variables: Record<string, unknown>;
}

/** Sentences about what is wrong with a query. */
export function faultsOfQuery({ query }: Pick<Body, "query">): string[] {
  return validate(schema, parse(query)).map(({ message }) => `GraphQL: ${message}`);
}

/** `root` has the fields of the answer as values or as functions of their arguments. */
export async function execute({ query, variables }: Body, root: object): Promise<object> {
  return await graphql({ schema, source: query, variableValues: variables, rootValue: root });
}
