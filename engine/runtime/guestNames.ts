// The names of the functions that run. They lie in memory that other threads can read while the thread of guest code
// stands still. A name is written there once and not at every call: from then on, a number says which one runs.

/** A longer name is cut. */
const MAX_NAME_BYTES = 200;
const SLOT_BYTES = 4 + MAX_NAME_BYTES;
/** How many names are kept. A further one takes the place of the oldest. */
export const MAX_NAMES = 512;

export interface GuestName {
  readonly group: string;
  readonly own: string;
  readonly text: string;
  /** Null while the name is not in the shared memory. */
  slot: number | null;
}

/** What the watchdog needs to read the current name: the number of its slot, and then the slots. */
export const nameMemory = new SharedArrayBuffer(4 + MAX_NAMES * SLOT_BYTES);
const current = new Int32Array(nameMemory, 0, 1);
const bytes = Buffer.from(nameMemory);

const known = new Map<string, Map<string, GuestName>>();
const slots: GuestName[] = [];
let next = 0;

/** `group` and `own` tell the name from all others: a module and an export, or a method and a path. */
export function guestName(group: string, own: string, textOf: (group: string, own: string) => string): GuestName {
  const found = known.get(group)?.get(own);
  if (found !== undefined) return found;
  const name: GuestName = { group, own, text: textOf(group, own), slot: null };
  remember(name);
  return name;
}

/** Says which function the guest code belongs to that runs next. */
export function nameGuest(name: GuestName): void {
  current[0] = name.slot ?? remember(name);
}

function remember(name: GuestName): number {
  const slot = next;
  next = (next + 1) % MAX_NAMES;
  const former = slots[slot];
  if (former !== undefined) forget(former);
  slots[slot] = name;
  name.slot = slot;
  const at = 4 + slot * SLOT_BYTES;
  bytes.writeInt32LE(bytes.write(name.text, at + 4, MAX_NAME_BYTES), at);
  const group = known.get(name.group) ?? new Map<string, GuestName>();
  known.set(name.group, group.set(name.own, name));
  return slot;
}

function forget(name: GuestName): void {
  name.slot = null;
  const group = known.get(name.group);
  group?.delete(name.own);
  if (group?.size === 0) known.delete(name.group);
}

/** The text of a function that reads the current name from a buffer of `nameMemory`. */
export const READ_NAME = `(bytes) => {
  const at = 4 + bytes.readInt32LE(0) * ${SLOT_BYTES};
  return bytes.toString("utf8", at + 4, at + 4 + bytes.readInt32LE(at));
}`;
