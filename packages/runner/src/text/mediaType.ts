const byExtension: ReadonlyMap<string, string> = new Map([
  ["png", "image/png"],
  ["jpg", "image/jpeg"],
  ["jpeg", "image/jpeg"],
  ["gif", "image/gif"],
  ["webp", "image/webp"],
  ["svg", "image/svg+xml"],
  ["txt", "text/plain"],
  ["log", "text/plain"],
  ["md", "text/markdown"],
  ["csv", "text/csv"],
  ["html", "text/html"],
  ["htm", "text/html"],
  ["json", "application/json"],
  ["xml", "application/xml"],
  ["pdf", "application/pdf"],
  ["zip", "application/zip"],
  ["mp4", "video/mp4"],
  ["webm", "video/webm"],
]);

/** What the name of a file says that it is. */
export function mediaTypeOf(name: string): string {
  const extension = /\.([^./]+)$/.exec(name)?.[1] ?? "";
  return byExtension.get(extension.toLowerCase()) ?? "application/octet-stream";
}
