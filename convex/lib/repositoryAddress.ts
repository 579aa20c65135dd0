// Which addresses of repositories can be used from everywhere. Runners work in folders of their own, on machines of
// their own, so a relative path means nothing to them. Pure: the dashboard uses it, too.

/** A scheme such as `https://`, or the host of an address such as `git@host:shop.git`. */
const remote = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/]*:)/i;

/**
 * Returns why `address` cannot be used, as a message that continues the name of the field. Returns null when it can,
 * and for an empty text, which has a message of its own.
 */
export function findAddressProblem(address: string): string | null {
  const trimmed = address.trim();
  if (trimmed.startsWith("~")) {
    return "must not begin with ~, which means another folder on each machine: write the whole path, such as /home/me/shop";
  }
  if (trimmed === "" || trimmed.startsWith("/") || remote.test(trimmed)) return null;
  return "must be an address, such as https://host/team/shop.git or git@host:team/shop.git, or an absolute path, such as /home/me/shop";
}

/**
 * Returns the text without tokens and passwords in addresses. The user of an SSH address stays. The end of a scheme is
 * enough to find an address: without a bound, the time for a long word would grow with the square of its length.
 */
export function redactCredentials(text: string): string {
  return text
    .replaceAll(/(https?:\/\/)[^\s/]+@/gi, "$1***@")
    .replaceAll(/([a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/:@]*:[^\s/]+@/gi, "$1***@");
}
