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

/** What answers show in place of a token, or of a name and its password. */
const mask = "***";

/** The user information of an address: also a password with a slash, which git would not understand. */
const userInformation = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/]*@|[^/:@[]*:(?!\d+\/)[^@]*@)/i;
/** A user of SSH without a password. */
const sshUser = /^(?:ssh|git\+ssh|ssh\+git):\/\/[^/:@]*@/i;

/** Returns the address of a repository as people may see it: the one place that hides its token or password. */
export function shownAddress(address: string): string {
  if (sshUser.test(address)) return address;
  return redactCredentials(address.replace(userInformation, (_, scheme: string) => `${scheme}${mask}@`));
}

/** Whether the address has come from an answer that hides what it holds. */
export function isMasked(address: string): boolean {
  return address.includes(`://${mask}@`);
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
