// Finds damage in the middle of a write-ahead log. SQLite reads a log up to the first frame that it cannot read, and
// silently forgets all commits after it. At the end of a log that is right: when the power is cut, the last commit may
// have arrived in part, and nobody has read that it is done. But each commit is on the disk before the next one is
// written. So when a commit that follows has been added to another one, and both are behind the first frame that
// cannot be read, commits are lost that were acknowledged. The format: https://sqlite.org/fileformat.html
import fs from "node:fs";

export interface WalDamage {
  /** SQLite reads the log up to here. */
  readableBytes: number;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
/** The sums of a log are made of words with the lower byte first, or with the higher one first. */
const lowerFirst = 0x377f0682;
const higherFirst = 0x377f0683;

/** Returns null for a log without damage, or with damage that looks like a commit that was cut off. */
export function findWalDamage(logFile: string): WalDamage | null {
  const log = fs.openSync(logFile, "r");
  try {
    const header = readBytes(log, 0, headerBytes);
    const magic = header?.readUInt32BE(0);
    if (header === null || (magic !== lowerFirst && magic !== higherFirst)) return null;
    const isLowerFirst = magic === lowerFirst;
    const salts = header.subarray(16, 24);
    const sumOfHeader = extendChecksum(sumAt(header, 24), header.subarray(0, 24), isLowerFirst, [0, 0]);
    const reading = { log, salts, isLowerFirst, frameBytes: frameHeaderBytes + pageBytesIn(header) };
    return sumOfHeader === null ? damageBehindHeader(reading) : damageBehind(reading, sumOfHeader);
  } finally {
    fs.closeSync(log);
  }
}

interface Reading {
  log: number;
  salts: Buffer;
  isLowerFirst: boolean;
  frameBytes: number;
}

type Sum = readonly [number, number];

/** The header is written in one piece and is on the disk before any frame that has its salts. */
function damageBehindHeader(reading: Reading): WalDamage | null {
  const frame = readFrame(reading, 0);
  return frame !== null && hasSalts(frame, reading) ? { readableBytes: 0 } : null;
}

function damageBehind(reading: Reading, first: Sum): WalDamage | null {
  let sum: Sum = first;
  let index = 0;
  for (; ; index++) {
    const frame = readFrame(reading, index);
    const next = frame === null ? null : sumOfFrame(frame, reading, sum);
    if (frame === null || next === null) break;
    sum = next;
  }
  const readableBytes = headerBytes + index * reading.frameBytes;
  let previous = readFrame(reading, index);
  for (let other = index + 1; previous !== null; other++) {
    const frame = readFrame(reading, other);
    const continues = isCommit(previous) && hasSalts(previous, reading) && frame !== null;
    if (continues && sumOfFrame(frame, reading, sumAt(previous, 16)) !== null) return { readableBytes };
    previous = frame;
  }
  return null;
}

/** The sum up to the frame if it is whole. Null otherwise. */
function sumOfFrame(frame: Buffer, reading: Reading, before: Sum): Sum | null {
  if (!hasSalts(frame, reading)) return null;
  const { isLowerFirst } = reading;
  const ofHeader = addToChecksum(before, frame.subarray(0, 8), isLowerFirst);
  return extendChecksum(sumAt(frame, 16), frame.subarray(frameHeaderBytes), isLowerFirst, ofHeader);
}

/** Returns the sum of the bytes if it is the expected one. */
function extendChecksum(expected: Sum, bytes: Buffer, isLowerFirst: boolean, before: Sum): Sum | null {
  const sum = addToChecksum(before, bytes, isLowerFirst);
  return sum[0] === expected[0] && sum[1] === expected[1] ? sum : null;
}

function addToChecksum([first, second]: Sum, bytes: Buffer, isLowerFirst: boolean): Sum {
  const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let one = first;
  let two = second;
  for (let at = 0; at < bytes.length; at += 8) {
    one = (one + words.getUint32(at, isLowerFirst) + two) >>> 0;
    two = (two + words.getUint32(at + 4, isLowerFirst) + one) >>> 0;
  }
  return [one, two];
}

/** A sum is written with the higher byte first, whatever the words are that it is made of. */
function sumAt(bytes: Buffer, at: number): Sum {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
}

/** The last frame of a commit has the size of the database after it. */
function isCommit(frame: Buffer): boolean {
  return frame.readUInt32BE(4) !== 0;
}

/** Frames that an earlier use of the file has left have other salts. */
function hasSalts(frame: Buffer, { salts }: Reading): boolean {
  return frame.subarray(8, 16).equals(salts);
}

function readFrame({ log, frameBytes }: Reading, position: number): Buffer | null {
  return readBytes(log, headerBytes + position * frameBytes, frameBytes);
}

function pageBytesIn(header: Buffer): number {
  const bytes = header.readUInt32BE(8);
  return bytes >= 512 && bytes <= 65_536 ? bytes : 4_096;
}

function readBytes(file: number, position: number, length: number): Buffer | null {
  const bytes = Buffer.allocUnsafe(length);
  return fs.readSync(file, bytes, 0, length, position) === length ? bytes : null;
}
