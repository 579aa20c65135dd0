// Reads server-sent events from chunks of text, as the standard says: lines end with any of three ends, an event with
// an empty line, and an event that is cut off is none.
import { AnswerError } from "./errors.js";

export interface StreamedEvent {
  id: string | undefined;
  type: string;
  data: string;
}

/** An event that is longer than this is not one of the service. */
const maxCharacters = 16 * 1024 * 1024;

export class EventStreamReader {
  /** The line that has not ended. A carriage return at the end of a chunk may be half of a line's end. */
  private rest = "";
  private half = "";
  /** The characters of the event that has not ended, in the lines that have. Comments are not part of it. */
  private characters = 0;
  private id: string | undefined;
  private type = "message";
  private data: string[] = [];

  /**
   * Returns the events that are complete now. A comment is an event of the type `comment`, without an id; an id alone,
   * which says where the stream is, is one of the type `place`.
   */
  take(chunk: string): StreamedEvent[] {
    const text = this.half + chunk;
    this.half = text.endsWith("\r") ? "\r" : "";
    const lines = text.slice(0, text.length - this.half.length).split(/\r\n|\n|\r/);
    lines[0] = this.rest + (lines[0] ?? "");
    this.rest = lines.pop() ?? "";
    const events = lines.flatMap((line) => this.takeLine(line));
    if (this.characters + this.rest.length > maxCharacters)
      throw new AnswerError("An event is too long.", { code: "ANSWER" });
    return events;
  }

  private takeLine(line: string): StreamedEvent[] {
    if (line === "") return this.takeEvent();
    if (line.startsWith(":")) return [{ id: undefined, type: "comment", data: line.slice(1) }];
    this.characters += line.length + 1;
    const colon = line.indexOf(":");
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "id") this.id = value;
    if (name === "event") this.type = value;
    if (name === "data") this.data.push(value);
    return [];
  }

  private takeEvent(): StreamedEvent[] {
    const { id, type, data } = this;
    [this.id, this.type, this.data, this.characters] = [undefined, "message", [], 0];
    if (data.length > 0) return [{ id, type, data: data.join("\n") }];
    return id === undefined ? [] : [{ id, type: "place", data: "" }];
  }
}
