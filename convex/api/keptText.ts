// Answers with a text that clients keep, and ask for again with its tag. Only requests for documents load this file.

/** Answers 304 without a body to a client that has the text already. `text` makes it for all others. */
export function keptTextResponse(
  asked: Headers,
  tag: string,
  text: () => string,
  headers: Record<string, string>,
): Response {
  const tagged = { ...headers, ETag: tag };
  if (isKept(asked.get("If-None-Match"), tag)) return new Response(null, { status: 304, headers: tagged });
  return new Response(text(), { headers: tagged });
}

/** Proxies that compress an answer make its tag a weak one. */
function isKept(sent: string | null, tag: string): boolean {
  return (sent ?? "").split(",").some((kept) => ["*", tag].includes(kept.trim().replace(/^W\//, "")));
}
