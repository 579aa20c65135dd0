// The output of a step: a JSON value that the agent writes at the end of its last message.

/** Asks for the output. The agent has no other way to return a value. */
export function withOutputRequest(prompt: string, schema: unknown): string {
  if (schema === null) return prompt;
  return (
    `${prompt}\n\nWhen you are done, end your last message with one JSON value in a code block marked \`json\`, and ` +
    `nothing after it. The value must match this JSON Schema:\n\n${JSON.stringify(schema)}`
  );
}

export const outputReminder =
  "Your last message has no JSON value in a code block marked `json`. Answer with that code block alone.";

/** Returns the value in the last code block with JSON, or of the whole message; undefined if there is none. */
export function extractOutput(message: string): unknown {
  const blocks = [...message.matchAll(/```(?:json)?[^\S\n]*\n(.*?)```/gs)].map(([, inside]) => inside ?? "");
  for (const candidate of [...blocks.reverse(), message]) {
    const value = parsed(candidate);
    if (value !== undefined) return value;
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
