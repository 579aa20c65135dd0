// Reads the credential of a request. Pure.

/** Returns the token of `Authorization: Bearer <token>`. Throws AUTH_MISSING without the header, else AUTH_INVALID. */
export async function bearerToken(headers: Headers): Promise<string> {
  const header = headers.get("Authorization");
  const token = /^Bearer +(\S+)$/i.exec(header ?? "")?.[1];
  if (token !== undefined) return token;
  throw (await import("./credentialErrors")).unreadable(header);
}
