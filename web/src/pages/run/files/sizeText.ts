const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const units = ["bytes", "kB", "MB", "GB", "TB"];

/** Such as `512 bytes` or `1.4 MB`. */
export function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${number.format(bytes / 1000 ** power)} ${units[power] ?? ""}`;
}
