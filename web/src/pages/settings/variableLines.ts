// Variables as lines of text. This file is pure.

export function formatVariables(variables: Record<string, string>): string {
  // A value of several lines is written as JSON, so that each variable is one line.
  return Object.entries(variables)
    .map(([name, value]) => `${name}=${/[\n"]/.test(value) ? JSON.stringify(value) : value}`)
    .join("\n");
}

/** A line without `=` becomes a variable with an empty value; the service says what is wrong with a name. */
export function parseVariables(text: string): Record<string, string> {
  const lines = text.split("\n").map((line) => line.trim());
  return Object.fromEntries(
    lines
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line): [string, string] => {
        const end = line.indexOf("=");
        if (end === -1) return [line, ""];
        return [line.slice(0, end).trim(), valueIn(line.slice(end + 1))];
      }),
  );
}

function valueIn(text: string): string {
  if (!/^".*"$/.test(text)) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
