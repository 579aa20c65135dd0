// A program of the kernel's packet filter that refuses system calls which reach past the namespaces of an agent. Key
// rings belong to a user and a session of the machine, and what is inherited from the runner would be the runner's.

interface Processor {
  /** How the kernel names the processor: AUDIT_ARCH_*. */
  name: number;
  /** add_key, request_key, keyctl, bpf, perf_event_open and userfaultfd. No tool of a developer needs them. */
  refused: readonly number[];
}

const processors: Partial<Record<NodeJS.Architecture, Processor>> = {
  x64: { name: 0xc000003e, refused: [248, 249, 250, 321, 298, 323] },
  arm64: { name: 0xc00000b7, refused: [217, 218, 219, 280, 241, 282] },
};
/** Calls of x32 have this bit, and other numbers for some of the same calls. arm64 has no such numbers. */
const firstOfX32 = 0x40000000;

const load = 0x20;
const jumpIfEqual = 0x15;
const jumpIfAtLeast = 0x35;
const answer = 0x06;
const allow = 0x7fff0000;
/** With EPERM. */
const refuse = 0x00050001;

/** Returns the filter, or null where the numbers of the processor's calls are not known. */
export function systemCallFilter(architecture: NodeJS.Architecture): Buffer | null {
  const processor = processors[architecture];
  if (processor === undefined) return null;
  const { name, refused } = processor;
  const toRefusal = (index: number) => refused.length - index;
  return Buffer.concat([
    instruction(load, 4),
    // Calls of another processor, such as those of 32 bits, have other numbers.
    instruction(jumpIfEqual, name, 0, refused.length + 3),
    instruction(load, 0),
    instruction(jumpIfAtLeast, firstOfX32, refused.length + 1, 0),
    ...refused.map((number, index) => instruction(jumpIfEqual, number, toRefusal(index), 0)),
    instruction(answer, allow),
    instruction(answer, refuse),
  ]);
}

function instruction(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value, 4);
  return bytes;
}
