/** A turn of phrase that is refused: a text that has it, how it is recognised, and what to say instead. */
export const phrases: { example: string; pattern: RegExp; advice: string }[];

/** Returns what is hard to read in the text, each with the advice. */
export function findings(text: string): string[];
