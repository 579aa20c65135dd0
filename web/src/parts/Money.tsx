// What something cost. Usage without a price is never shown as $0.
const cents = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD" });
const fine = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
const whole = new Intl.NumberFormat();
const compact = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

export function Money({ usd, unrated = 0 }: { usd: number; unrated?: number }) {
  if (unrated > 0) {
    const why = `${whole.format(unrated)} usage records have no known price.`;
    return (
      <span title={`${why} Known cost: ${fine.format(usd)}`}>{usd === 0 ? "unrated" : `${moneyText(usd)} +`}</span>
    );
  }
  return <span title={fine.format(usd)}>{moneyText(usd)}</span>;
}

export function moneyText(usd: number): string {
  return usd !== 0 && Math.abs(usd) < 0.01 ? fine.format(usd) : cents.format(usd);
}

export function Count({ value: number }: { value: number }) {
  return <span title={whole.format(number)}>{compact.format(number)}</span>;
}
