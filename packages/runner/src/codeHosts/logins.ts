/** Hosts compare logins without regard to case. */
export function sameLogin(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
