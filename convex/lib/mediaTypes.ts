// How the bytes of an artifact are sent. An agent may have written them, so nothing is sent as a type that a browser
// runs: HTML, SVG and whatever else there is are bytes to download. Pure.

const pictures: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);
const texts: ReadonlySet<string> = new Set(["text/plain", "application/json"]);

/** Returns the type of a picture that is shown as such. Null for all others. */
export function pictureType(mediaType: string): string | null {
  const type = essenceOf(mediaType);
  return pictures.has(type) ? type : null;
}

export function servedType(mediaType: string): string {
  const picture = pictureType(mediaType);
  if (picture !== null) return picture;
  return texts.has(essenceOf(mediaType)) ? "text/plain; charset=utf-8" : "application/octet-stream";
}

/** Without parameters. */
function essenceOf(mediaType: string): string {
  return (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();
}
