// A picture of the bar that shows a customer how much is missing to free shipping: what an agent would show beside its
// change. It is drawn here, so that the demonstration needs no file that nobody can read.
import { crc32, deflateSync } from "node:zlib";

const width = 360;
const height = 72;
const colours = { page: [250, 250, 248], empty: [222, 222, 216], full: [38, 132, 92] } as const;

/** Returns a PNG. `share` is how much of the bar is full, of 1. */
export function pictureOfBar(share: number): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rows.set(colourAt(x, y, share), y * (1 + width * 3) + 1 + x * 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function colourAt(x: number, y: number, share: number): readonly number[] {
  const margin = 24;
  const isBar = x >= margin && x < width - margin && y >= margin && y < height - margin;
  if (!isBar) return colours.page;
  return x < margin + (width - 2 * margin) * share ? colours.full : colours.empty;
}

function chunk(kind: string, data: Buffer<ArrayBuffer>): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}
