/** Returns the text without the user information of addresses, which may be a password. */
export function redactCredentials(text: string): string {
  return text.replaceAll(/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/]+@/gi, "$1***@");
}
