/** The text without the key for the host, as it is and as a text of JSON. */
export function withoutToken(text: string, token: string | null): string {
  if (token === null) return text;
  return text.replaceAll(token, "***").replaceAll(JSON.stringify(token).slice(1, -1), "***");
}
