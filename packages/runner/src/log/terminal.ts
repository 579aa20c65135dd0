// The only way to the terminal.
import { printable } from "./printable";

export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`);
}

export function printError(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** For the live view, which moves the cursor itself and makes what it shows printable. */
export const screen = process.stdout;
