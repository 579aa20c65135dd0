// Somebody who can change the connection over which keys are fetched can have forged tokens accepted. So TLS is
// required, except for addresses of this machine.

export const safeAddressRule = "it must begin with https://, or be an address of this machine";

export function isSafeAddress(url: URL): boolean {
  return url.protocol === "https:" || isLocalAddress(url);
}

export function isLocalAddress({ protocol, hostname }: URL): boolean {
  if (protocol !== "http:") return false;
  return hostname === "[::1]" || /(?:^|\.)localhost$/.test(hostname) || /^127(?:\.\d+){3}$/.test(hostname);
}
