import { Failure } from "../frame/failure";

/** The API key in a text that was typed, pasted or read from a file. Text around it must not become part of it. */
export function keyIn(text: string): string {
  const key = text.trim();
  if (/^[!-~]+$/.test(key)) return key;
  throw new Failure("refused", "That is not an API key: it is empty, or has spaces or other characters in it.", {
    advice: "Use `switchyard login` again, or set SWITCHYARD_API_KEY to the key alone.",
  });
}
