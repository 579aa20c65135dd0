// What people say about a request. A thread is one item with the words of all who speak in it, so that a reply opens it
// again. It counts as trusted only when all of them are, which the service decides.
import { maxText, maxTitle } from "./feedbackItem";
import type { FeedbackItem } from "./feedbackItem";
import { loginName, sameLogin } from "./logins";
import type { Author, Remark, Words } from "./pullRequestSource";
import { manyLines, oneRow, pathInside, webAddress } from "./texts";

type Told = NonNullable<FeedbackItem["author"]>;

const maxLogin = 200;
/** The service takes no more people in one thread. */
const maxOthers = 100;

/** Empty when only the runner itself has spoken. */
export function remarkItem(
  { key, kind, title, words, path, line, isResolved }: Remark,
  canWrite: (author: Author) => boolean,
): FeedbackItem[] {
  const [first] = words;
  if (first === undefined) return [];
  const [author, ...others] = authorsOf(words, canWrite);
  if (author === undefined) return [];
  const [place, url] = [pathInside(path), webAddress(first.url)];
  const at = words.findLast((one) => one.at !== null)?.at ?? null;
  return [
    {
      key,
      kind,
      title: oneRow(title, maxTitle) || "A comment",
      text: textOf(words),
      author,
      ...(others.length === 0 ? {} : { others: boundedOthers(others) }),
      ...(url === null ? {} : { url }),
      ...(place === null ? {} : { path: place }),
      ...(place === null || line === null || line < 1 || line > 10_000_000 ? {} : { line }),
      ...(at === null ? {} : { at }),
      ...(isResolved ? { isResolved } : {}),
    },
  ];
}

function authorsOf(words: readonly Words[], canWrite: (author: Author) => boolean): Told[] {
  const all = new Map<string, Told>();
  for (const { author } of words) {
    const login = oneRow(author.login, maxLogin) || "unknown";
    const name = loginName(login);
    if (!all.has(name)) all.set(name, { login, canWrite: canWrite(author), isBot: author.isBot });
  }
  return [...all.values()];
}

/** Nobody is left out without a trace: a crowd has somebody in it whom nobody trusts. */
function boundedOthers(others: Told[]): Told[] {
  if (others.length <= maxOthers) return others;
  const crowd = { login: "(more people)", canWrite: false, isBot: false };
  return [...others.filter((_, index) => index < maxOthers - 1), crowd];
}

/** The words of one person need no name before them: it is beside the item. A long thread is cut at its beginning. */
function textOf(words: readonly Words[]): string {
  const [first] = words;
  const isAlone = words.every(({ author }) => sameLogin(author.login, first?.author.login ?? ""));
  const said = words.map(({ author, text }) => {
    const own = manyLines(text, maxText);
    return isAlone ? own : `${oneRow(author.login, maxLogin)}:\n${own}`;
  });
  return manyLines(newest(said).join("\n\n"), maxText);
}

/** As many of the last as there is room for, and always the very last. */
function newest(said: readonly string[]): string[] {
  let size = said.at(-1)?.length ?? 0;
  const first = said.findLastIndex((text, index) => index < said.length - 1 && (size += text.length + 2) > maxText);
  return said.filter((_, index) => index > first);
}
