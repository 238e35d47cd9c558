import { useT } from '#web/i18n/index.ts';

type Props = { low: number; mid: number; high: number; total: number | null };

/** Where a price stands in the market of its lane: the band from a quarter to three quarters, its middle, and the price as a mark. */
export function MarketBand({ low, mid, high, total }: Props) {
  const t = useT();
  const from = Math.min(low, total ?? low);
  const to = Math.max(high, total ?? high);
  const room = (to - from) * 0.08 || 1;
  const at = (value: number): number => ((value - from + room) / (to - from + 2 * room)) * 100;
  const label = t('freight.bandText', { low: low.toFixed(0), mid: mid.toFixed(0), high: high.toFixed(0) });
  return (
    <span className="pt-freight-band" role="img" aria-label={label} title={label}>
      <span className="pt-freight-band-box" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
      <span className="pt-freight-band-mid" style={{ left: `${at(mid)}%` }} />
      {total !== null && <span className="pt-freight-band-mark" style={{ left: `${at(total)}%` }} />}
    </span>
  );
}

type Day = { day: string; low: number; mid: number; high: number };
const width = 640;
const height = 120;

/** The market of a lane over the last days, with the price as a line across. */
export function MarketTrend({ days: known, total }: { days: readonly Day[]; total: number | null }) {
  const t = useT();
  // A single day is a level, not a point.
  const days = known.length === 1 ? [...known, ...known] : known;
  const values = [...days.flatMap(({ low, high }) => [low, high]), ...(total === null ? [] : [total])];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = (index: number): number => (days.length < 2 ? width / 2 : (index / (days.length - 1)) * width);
  const y = (value: number): number => height - 8 - ((value - least) / (most - least || 1)) * (height - 16);
  const line = (pick: (day: Day) => number): string =>
    days.map((day, index) => `${x(index)},${y(pick(day))}`).join(' ');
  const last = days.at(-1);
  const first = days[0];
  if (first === undefined || last === undefined) return <p className="pt-muted">{t('freight.noMarket')}</p>;
  return (
    <figure className="pt-freight-trend">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('freight.trend')} preserveAspectRatio="none">
        <polygon
          className="pt-freight-trend-band"
          points={`${line(({ high }) => high)} ${days
            .map(({ low }, index) => `${x(index)},${y(low)}`)
            .toReversed()
            .join(' ')}`}
        />
        <polyline className="pt-freight-trend-mid" points={line(({ mid }) => mid)} />
        {total !== null && <line className="pt-freight-trend-own" x1={0} x2={width} y1={y(total)} y2={y(total)} />}
      </svg>
      <figcaption>
        {first.day} – {last.day} ·{' '}
        {t('freight.bandText', { low: last.low.toFixed(0), mid: last.mid.toFixed(0), high: last.high.toFixed(0) })}
      </figcaption>
    </figure>
  );
}
