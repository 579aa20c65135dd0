// Why the service refused something, in the words that it chose for people.
import { ConvexError } from "convex/values";

export interface ServiceError {
  code: string;
  message: string;
  /** The field that must change, such as `gitRepoUrl` or `steps[0].name`. */
  field: string | null;
  problems: { field: string; message: string }[];
}

export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ConvexError && isServiceError(error.data)) {
    const { code, message, field = null, problems = [] } = error.data;
    return { code, message, field, problems };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: "INTERNAL", message: firstSentence(message), field: null, problems: [] };
}

function isServiceError(
  data: unknown,
): data is { code: string; message: string } & Partial<Omit<ServiceError, "code" | "message">> {
  return typeof data === "object" && data !== null && "code" in data && "message" in data;
}

/** Convex puts the path of the function before the reason and a trace behind it. */
function firstSentence(message: string): string {
  const reason = message.replace(/^\[CONVEX [^\]]*\]\s*(?:\[Request ID: [^\]]*\]\s*)?/, "");
  return reason.split("\n", 1)[0] ?? reason;
}
