/** Hosts compare logins without regard to case. */
export function loginName(login: string): string {
  return login.toLowerCase();
}

export function sameLogin(one: string, other: string): boolean {
  return loginName(one) === loginName(other);
}
