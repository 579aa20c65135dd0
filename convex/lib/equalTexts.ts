/**
 * Whether two texts are equal. The time of the comparison does not depend on where they differ, so that nobody can find
 * out a secret character by character. The length of a text is not secret.
 */
export function equalTexts(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= a.charCodeAt(index) ^ b.charCodeAt(index);
  return difference === 0;
}
