// Whose keys are fetched over a connection that anybody can change has his tokens believed, so none but this machine's
// own addresses may do without TLS.

export const safeAddressRule = "it must begin with https://, or be an address of this machine";

export function isSafeAddress(url: URL): boolean {
  return url.protocol === "https:" || isOfThisMachine(url);
}

export function isOfThisMachine({ protocol, hostname }: URL): boolean {
  if (protocol !== "http:") return false;
  return hostname === "[::1]" || /(?:^|\.)localhost$/.test(hostname) || /^127(?:\.\d+){3}$/.test(hostname);
}
