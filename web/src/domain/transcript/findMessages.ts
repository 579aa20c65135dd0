// Which messages have the words that a reader looks for. This file is pure.
import type { Message } from "./messageStore";

/** The messages that have every word, in whatever case, in their order. */
export function findMessages(messages: readonly Message[], search: string): Message[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return messages.filter((message) => {
    const text = textOf(message);
    return words.every((word) => text.includes(word));
  });
}

/** A finished message does not change, so its text is put together once. */
const texts = new WeakMap<Message, string>();

function textOf(message: Message): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const text = [message.title, message.content, JSON.stringify(message.data)].join("\n").toLowerCase();
  texts.set(message, text);
  return text;
}
