import type { OptionRow } from "./command";

/** The options of every command. */
export const commonOptions: Record<string, OptionRow> = {
  url: { kind: "text", value: "address", about: "the service, instead of SWITCHYARD_URL and the profile" },
  profile: {
    kind: "text",
    value: "name",
    about: "a key that `switchyard login --profile` has stored",
    known: "profile",
  },
  json: { kind: "flag", about: "write JSON, one line for each thing, with the fields of the REST API" },
};
