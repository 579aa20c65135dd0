// Who signs people in: the provider that the operator names, or else the embedded deployment itself, where this machine
// alone can reach it.

interface Variable {
  name: string;
  value: string;
}

const names = ["IDP_ISSUER", "IDP_APPLICATION_ID"] as const;
/** Tells what stands here by default from what an operator has set. */
const ownApplication = "switchyard-development";

/** `ownIssuer` is null where the deployment gives no tokens. What an operator has set is left as it is. */
export function signInChanges(ownIssuer: string | null, current: Variable[]): { name: string; value: string | null }[] {
  const known = new Map(current.map(({ name, value }) => [name, value]));
  const given = names.filter((name) => (process.env[name] ?? "") !== "");
  const isDefault = hasOwnSignIn(current);
  const isOperators = given.length > 0 || (!isDefault && names.some((name) => known.has(name)));
  const wanted =
    isOperators || ownIssuer === null ? null : { IDP_ISSUER: ownIssuer, IDP_APPLICATION_ID: ownApplication };
  if (wanted === null && !isDefault) return [];
  // What the operator gives replaces the default; half of the default beside it would only mislead.
  const ours = names.filter((name) => !given.includes(name));
  return ours
    .map((name) => ({ name, value: wanted?.[name] ?? null }))
    .filter(({ name, value }) => (known.get(name) ?? null) !== value);
}

/** Whether the deployment's own tokens sign people in, or did when it last ran: the port may have changed since. */
export function hasOwnSignIn(current: Variable[]): boolean {
  const valueOf = (name: string) => current.find((variable) => variable.name === name)?.value;
  const issuer = valueOf("IDP_ISSUER");
  const isOfThisMachine = issuer === undefined || /^http:\/\/(localhost|127(\.\d+){3}|\[::1\]):\d+$/.test(issuer);
  return isOfThisMachine && valueOf("IDP_APPLICATION_ID") === ownApplication;
}
