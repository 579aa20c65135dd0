// What a request names. Pure.

/** The values of fields such as `runId` and `issueIds`. After a success each of them names something of the project. */
export function idsIn(requested: object): string[] {
  const fields = Object.entries(requested).filter(([name]) => /(?:^id|Id)s?$/.test(name));
  return fields.flatMap(([, value]: [string, unknown]) => value).filter((value) => typeof value === "string");
}
