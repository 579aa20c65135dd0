// How the runner recognises what it has written itself at a code host. Each of its comments ends with a mark that is
// not shown. Anybody can write such a mark, so it counts only beside the author: the user that the key belongs to, or a
// bot where the host does not say who that is, as for the token of an app. A person who forges the mark under that
// name, or a bot that does, only keeps its own words from the agent. The mark alone would hide the comments of
// strangers from people; the author alone would hide the words of a person who lets the runner use an own key.
import { sameLogin } from "./logins";

const kind = "switchyard-answer";

/** Keys of threads have letters, digits, colons and minus signs only. */
export function withMark(text: string, key: string, commit: string): string {
  return `${withoutMarks(text).trim()}\n\n${markOf(key, commit)}`;
}

export function hasMarkOf(text: string, key: string, commit: string): boolean {
  return text.includes(markOf(key, commit));
}

interface Said {
  author: { login: string; isBot: boolean };
  text: string;
}

/** `own` is null where the host does not say whose key it is. */
export function isOwn({ author, text }: Said, own: string | null): boolean {
  if (!text.includes(`<!-- ${kind} `)) return false;
  return own === null ? author.isBot : sameLogin(author.login, own);
}

function markOf(key: string, commit: string): string {
  return `<!-- ${kind} ${key} ${commit} -->`;
}

/** What an agent has written must not look like a mark for another thread. */
function withoutMarks(text: string): string {
  return text.replaceAll(`<!-- ${kind} `, "<!-- ");
}
