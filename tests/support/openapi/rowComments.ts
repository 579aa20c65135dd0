// The words about an endpoint are the comment above its row in `routes.ts`: a comment costs a request nothing, and it
// is where the endpoint is. Its first sentence is the summary.

const sources = import.meta.glob<string>("../../../convex/*/routes.ts", {
  eager: true,
  query: "?raw",
  import: "default",
});

const methods: Record<string, string> = {
  get: "GET",
  file: "GET",
  list: "GET",
  follow: "GET",
  post: "POST",
  postPrepared: "POST",
  put: "PUT",
  remove: "DELETE",
};

const rows = /^ +\/\*\*(?<comment>(?:(?!\*\/)[^])*)\*\/\n +(?<call>\w+)\(\s*"(?<path>\/[^"]*)"/gm;

const comments: ReadonlyMap<string, string> = new Map(
  Object.values(sources).flatMap((source) =>
    [...source.matchAll(rows)].map(({ groups = {} }): [string, string] => [
      `${methods[groups["call"] ?? ""]} ${groups["path"]}`,
      (groups["comment"] ?? "").replaceAll(/\s*\n\s*\*\s*/g, " ").trim(),
    ]),
  ),
);

/** `summary` is without the full stop. Throws for a row that has no comment. */
export function wordsAbout(method: string, path: string): { summary: string; description: string } {
  const comment = comments.get(`${method} ${path}`);
  if (comment === undefined || comment === "") {
    throw new Error(`The row of ${method} ${path} needs a comment above it, such as /** Starts a run. */`);
  }
  return { summary: comment.replace(/\.(?: .*)?$/, ""), description: comment };
}
