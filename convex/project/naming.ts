// The rules for a project's name and for its slug, the readable part of its address. This file is pure.

export const maxNameLength = 100;
const maxSlugLength = 64;

export const slugRule = `must be lower-case letters and digits in words joined by hyphens, up to ${maxSlugLength} characters`;

export function isSlug(text: string): boolean {
  return text.length <= maxSlugLength && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

/** `Café "Ünion" 2` becomes `cafe-union-2`; a name without any Latin letter or digit becomes `project`. */
export function slugFromName(name: string): string {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  // Leaves room for the suffix that makes the slug unique.
  const slug = words.join("-").slice(0, maxSlugLength - 8);
  return slug.replaceAll(/^-+|-+$/g, "") || "project";
}
