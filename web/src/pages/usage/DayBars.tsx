// Bars of days, each divided into bands, in plain SVG: nothing has to be loaded for them. They become as wide as the
// page; the dates below them are outside of the drawing, so that they keep their size.
import style from "./UsagePage.module.css";

const height = 140;
const width = 900;
export const dayName = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

export interface Band {
  /** Its colour. */
  place: number;
  name: string;
  amounts: ReadonlyMap<string, number>;
}

interface Props {
  dates: readonly string[];
  bands: readonly Band[];
  /** The amount of the highest bar. */
  most: number;
  /** The id of the sentence that says what the bars show. */
  describedBy: string;
  textOf: (amount: number) => string;
}

export function DayBars({ dates, bands, most, describedBy, textOf }: Props) {
  return (
    <>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={describedBy}
        className={style.bars}
      >
        <Bars dates={dates} bands={bands} most={most} textOf={textOf} />
      </svg>
      <p className={style.ends} aria-hidden>
        <span>{nameOfDay(dates[0])}</span>
        <span>{nameOfDay(dates.at(-1))}</span>
      </p>
      {bands.length > 0 && <Legend bands={bands} />}
    </>
  );
}

function nameOfDay(date: string | undefined): string {
  return dayName.format(date === undefined ? Date.now() : Date.parse(date));
}

function Bars({ dates, bands, most, textOf }: Omit<Props, "describedBy">) {
  const step = width / dates.length;
  return dates.map((date, index) => {
    let below = height;
    return (
      <g key={date}>
        {bands.map(({ place, name, amounts }) => {
          const amount = amounts.get(date) ?? 0;
          const size = Math.max(amount > 0 ? 2 : 0, (amount / most) * height);
          below -= size;
          return (
            <rect
              key={place}
              x={index * step + step * 0.12}
              y={below}
              width={Math.min(step * 0.76, 40)}
              height={size}
              className={style.bar}
              data-band={place}
            >
              <title>{`${dayName.format(Date.parse(date))}, ${name}: ${textOf(amount)}`}</title>
            </rect>
          );
        })}
      </g>
    );
  });
}

function Legend({ bands }: { bands: readonly Band[] }) {
  return (
    <ul className={style.legend} aria-label="Colours">
      {bands.map(({ place, name }) => (
        <li key={place}>
          <svg viewBox="0 0 10 10" aria-hidden>
            <rect width={10} height={10} rx={2} className={style.bar} data-band={place} />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}
