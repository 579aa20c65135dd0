// Code hosts keep logs at the storage of others, and answer with an address there. The key does not go there, and a
// host must not make the runner read what is in its own network.

/** An address of the host itself, or one with a name in the public net and over https. */
export function mayReadElsewhere(from: URL, target: URL): boolean {
  if (target.username !== "" || target.password !== "") return false;
  if (target.hostname === from.hostname) return target.protocol === from.protocol || target.protocol === "https:";
  return target.protocol === "https:" && isPublicName(target.hostname);
}

/** Not a number, and not a name that only a machine or a local net knows. */
function isPublicName(hostname: string): boolean {
  if (hostname.startsWith("[") || /^[0-9.]+$/.test(hostname)) return false;
  return hostname.includes(".") && !/\.(?:localhost|local|internal|lan|home|arpa)\.?$/i.test(hostname);
}
