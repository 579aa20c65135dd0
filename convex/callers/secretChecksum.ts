// API keys and runner tokens end with a checksum of what is before it. It tells a secret that was mistyped from one
// that is unknown, and scanners of code can tell a secret from a similar text without asking the service. Secrets that
// were made before there were checksums have the same length and random characters in its place, so one with a wrong
// checksum is looked up like any other. Pure.

export const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 37 characters of base62 hold 220 bits. */
export const randomLength = 37;
/** 6 characters of base62 hold the 32 bits of a checksum. */
const checksumLength = 6;

/** Whether the last characters of a secret are those that belong to the others. */
export function hasRightChecksum(secret: string): boolean {
  return secret.slice(-checksumLength) === checksumOf(secret.slice(0, -checksumLength));
}

/** The CRC-32 of an ASCII text, in base62 with leading zeros. */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < checksumLength) {
    digits = base62.charAt(rest % base62.length) + digits;
    rest = Math.floor(rest / base62.length);
  }
  return digits;
}

const polynomial = 0xed_b8_83_20;

function crc32(text: string): number {
  let crc = -1;
  for (let at = 0; at < text.length; at++) {
    crc ^= text.charCodeAt(at);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? polynomial : 0);
  }
  return ~crc >>> 0;
}
