// Decides whose tokens sign people in: those of the provider that the operator names, or else the embedded deployment's
// own if only this machine can reach it.

interface Variable {
  name: string;
  value: string;
}

const names = ["IDP_ISSUER", "IDP_APPLICATION_ID"] as const;
/** This application id marks the default, so that it can be told apart from what an operator has set. */
const ownApplication = "switchyard-development";

/**
 * Returns the variables that must change. `ownIssuer` is null when the deployment issues no tokens. Variables that the
 * operator set stay.
 */
export function signInVariables(
  ownIssuer: string | null,
  current: Variable[],
): { name: string; value: string | null }[] {
  const known = new Map(current.map(({ name, value }) => [name, value]));
  const given = names.filter((name) => (process.env[name] ?? "") !== "");
  const isDefault = hasOwnSignIn(current);
  const isOperators = given.length > 0 || (!isDefault && names.some((name) => known.has(name)));
  const wanted =
    isOperators || ownIssuer === null ? null : { IDP_ISSUER: ownIssuer, IDP_APPLICATION_ID: ownApplication };
  if (wanted === null && !isDefault) return [];
  // What the operator sets replaces the whole default: half of the default beside it would mislead.
  const ours = names.filter((name) => !given.includes(name));
  return ours
    .map((name) => ({ name, value: wanted?.[name] ?? null }))
    .filter(({ name, value }) => (known.get(name) ?? null) !== value);
}

/** Whether the deployment's own tokens sign people in, or did so at the last start: the port may have changed since. */
export function hasOwnSignIn(current: Variable[]): boolean {
  const valueOf = (name: string) => current.find((variable) => variable.name === name)?.value;
  const issuer = valueOf("IDP_ISSUER");
  const isOfThisMachine = issuer === undefined || /^http:\/\/(localhost|127(\.\d+){3}|\[::1\]):\d+$/.test(issuer);
  return isOfThisMachine && valueOf("IDP_APPLICATION_ID") === ownApplication;
}
