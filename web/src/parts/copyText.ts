// Puts a text on the clipboard. Without https, or without leave, a browser does not let a page do that.

/** Resolves to whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
