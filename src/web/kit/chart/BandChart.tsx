import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { ChartFrame, type LegendItem } from './ChartFrame.tsx';
import { niceTicks } from './nice-ticks.ts';
import './band-chart.css';

/** A range with its middle on a day. */
export type BandDay = { day: string; low: number; mid: number; high: number };

type Props = {
  /** Under this name the browser remembers whether the reader wants the table. */
  name: string;
  label: string;
  days: readonly BandDay[];
  /** A value to compare with, as a line across; null where there is none. */
  own: number | null;
  unit: string;
  names: { day: string; low: string; mid: string; high: string; band: string; own: string };
  numberText: (value: number) => string;
  emptyText: string;
};

const height = 160;
const width = 600;

/** How far up a value stands between the first and the last tick: 0 at the bottom, 1 at the top. */
function heightBetween(ticks: readonly number[]): (value: number) => number {
  const [min, max] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  return (value) => (value - min) / (max - min || 1);
}

type PictureProps = Pick<Props, 'days' | 'own'> & { ticks: readonly number[]; up: (value: number) => number };

/** The band with its middle, over a rule for each tick, and the value to compare with. */
function BandPicture({ days, own, ticks, up }: PictureProps) {
  // A single day is a level, not a point.
  const shown = days.length === 1 ? [...days, ...days] : days;
  const x = (index: number): number => (index / Math.max(shown.length - 1, 1)) * width;
  const y = (value: number): number => height - up(value) * height;
  const line = (pick: (day: BandDay) => number): string[] => shown.map((day, index) => `${x(index)},${y(pick(day))}`);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {ticks.map((value) => (
        <line key={value} className="pt-band-rule" x1={0} x2={width} y1={y(value)} y2={y(value)} />
      ))}
      <polygon
        className="pt-band-range"
        points={[...line(({ high }) => high), ...line(({ low }) => low).toReversed()].join(' ')}
      />
      <polyline className="pt-band-mid" points={line(({ mid }) => mid).join(' ')} />
      {own !== null && <line className="pt-band-own" x1={0} x2={width} y1={y(own)} y2={y(own)} />}
    </svg>
  );
}

/** How a range moved over days, with its axes; arrow keys and the pointer read the days one by one. */
export function BandChart({ name, label, days, own, unit, names, numberText, emptyText }: Props) {
  const [chosen, setChosen] = useState<number>();
  const table = useMemo(
    () => ({
      columns: [names.day, names.low, names.mid, names.high],
      rows: days.map(({ day, low, mid, high }) => ({ key: day, cells: [day, ...[low, mid, high].map(numberText)] })),
    }),
    [days, names, numberText],
  );
  const legend: LegendItem[] = [
    { key: 'band', name: names.band, colour: '--pt-primary', mark: 'hollow' },
    { key: 'mid', name: names.mid, colour: '--pt-primary', mark: 'line' },
    ...(own === null ? [] : [{ key: 'own', name: names.own, colour: '--pt-accent', mark: 'dashed' } as const]),
  ];
  const values = [...days.flatMap(({ low, high }) => [low, high]), ...(own === null ? [] : [own])];
  const ticks = niceTicks(Math.min(...values), Math.max(...values));
  const up = heightBetween(ticks);
  const last = days.length - 1;
  // A single day stands in the middle.
  const share = (index: number): number => (last === 0 ? 0.5 : index / last);
  const at = Math.min(chosen ?? last, last);
  const day = days[at];
  const words =
    day === undefined
      ? ''
      : `${day.day}: ${names.low} ${numberText(day.low)}, ${names.mid} ${numberText(day.mid)}, ${names.high} ${numberText(day.high)} ${unit}`;
  const move = (event: KeyboardEvent): void => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(Math.max(next, 0), last));
  };
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    if (box.width > 0) setChosen(Math.round(((event.clientX - box.left) / box.width) * last));
  };
  const dayTicks = [...new Set([0, Math.round(last / 2), last])];
  return (
    <ChartFrame name={name} label={label} unit={unit} legend={legend} table={table} emptyText={emptyText}>
      <div className="pt-band">
        <div className="pt-band-values" aria-hidden="true">
          {ticks.map((value) => (
            <span key={value} style={{ bottom: `${up(value) * 100}%` }}>
              {numberText(value)}
            </span>
          ))}
        </div>
        <div
          className="pt-band-plot"
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={Math.max(last, 0)}
          aria-valuenow={at}
          aria-valuetext={words}
          onKeyDown={move}
          onPointerMove={point}
          onPointerDown={point}
        >
          <BandPicture days={days} own={own} ticks={ticks} up={up} />
          {chosen !== undefined && last > 0 && <i style={{ left: `${share(at) * 100}%` }} />}
        </div>
        <div className="pt-band-days" aria-hidden="true">
          {dayTicks.map((index) => (
            <span key={index} style={{ left: `${share(index) * 100}%` }}>
              {days[index]?.day.slice(5)}
            </span>
          ))}
        </div>
      </div>
      <p className="pt-band-spoken" aria-hidden="true">
        {words}
      </p>
    </ChartFrame>
  );
}
