import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { Instant } from '#shared/time/instant.ts';
import { placeTime, zoneOfPlace } from '#shared/time/place-time.ts';
import { type Translate, useLang, useT } from '#web/i18n/index.ts';
import { timeAsText } from '../value/TimeText.tsx';
import { usePhone } from '../table/use-phone.ts';
import { ChartFrame, type LegendItem } from './ChartFrame.tsx';
import {
  isBelow,
  neighbourOf,
  type Period,
  periodOf,
  type Placed,
  placeThings,
  type StripRow,
  type StripSpan,
  type StripThing,
  ticksOf,
} from './time-strip.ts';
import './time-strip.css';

type Props = {
  /** Under this name the browser remembers whether the reader wants the table. */
  name: string;
  /** What the strip shows. */
  label: string;
  title?: ReactNode;
  rows: readonly StripRow[];
  /** What the names of the rows are, such as terminals; rows without names need none. */
  rowLabel?: string;
  now: Instant;
  /** Zone of the place of the times; null where nobody knows it. */
  zone: string | null;
  /** What is shown; all things unless given. */
  period?: Period | undefined;
  /** A day is at least as wide as this, in pixels: a longer strip scrolls. */
  dayWidth?: number;
  /** What the kinds are called here, where it is not planned, estimated and actual. */
  kindNames?: Partial<Record<StripSpan['kind'], string>> | undefined;
  /** Kinds of the legend beside those of the spans, such as a tone with a meaning. */
  legend?: readonly LegendItem[];
  loading?: boolean;
  emptyText?: string;
};

const marks = { planned: 'hollow', estimated: 'hatched', actual: 'solid' } as const;
const kinds = ['planned', 'estimated', 'actual'] as const;
const ways = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
} as const;
const isWay = (key: string): key is keyof typeof ways => key in ways;
/** Stands in the sheet too. */
const namesWidth = 132;

/** Kind of a part, with its own name where it has one. */
const kindText = (
  t: Translate,
  kindNames: Props['kindNames'],
  { kind, name }: Pick<StripSpan, 'kind' | 'name'>,
): string => [kindNames?.[kind] ?? t(`value.${kind}`), ...(name === undefined ? [] : [name])].join(' · ');

/** The ends of a part in words: now by its word, and no end where none is known. */
function endsOf(
  t: Translate,
  { from, to, open }: StripSpan,
  { now, zone }: { now: Instant; zone: string | null },
): { from: string; to: string } {
  const isMoment = to === undefined || to === from;
  const at = (instant: Instant): string => (instant === now && !isMoment ? t('chart.now') : timeAsText(instant, zone));
  return { from: at(from), to: isMoment || open ? '' : at(to) };
}

/** What is read aloud of a thing, and stands below the strip while it is pointed at. */
function useSpoken({
  label,
  now,
  zone,
  kindNames,
}: Pick<Props, 'label' | 'now' | 'zone' | 'kindNames'>): (row: StripRow, thing: StripThing) => string {
  const t = useT();
  return (row, { what, text = what, spans, note }) => {
    const times = spans.map((span) => {
      const { from, to } = endsOf(t, span, { now, zone: row.zone === undefined ? zone : row.zone });
      const time = to === '' ? (span.open ? t('chart.since', { from }) : from) : t('chart.range', { from, to });
      return t('chart.timeOfKind', { kind: kindText(t, kindNames, span), time });
    });
    // What is written at it is part of its name.
    const names = text.includes(what) ? [text] : what.includes(text) ? [what] : [what, text];
    return [row.name === '' ? label : row.name, ...names, ...times, ...(note === undefined ? [] : [note])].join(' · ');
  };
}

/** The values as a table: a line for each part of each thing. */
function useTable({ rows, rowLabel, now, zone, kindNames }: Props) {
  const t = useT();
  return useMemo(() => {
    const named = rowLabel !== undefined;
    const lines = rows.flatMap((row) =>
      row.things.flatMap(({ key, what, spans, note = '' }) =>
        spans.map((span) => {
          const { from, to } = endsOf(t, span, { now, zone: row.zone === undefined ? zone : row.zone });
          const cells = [what, kindText(t, kindNames, span), from, to, note];
          return { key: `${row.key}/${key}/${span.kind}/${span.from}`, cells: named ? [row.name, ...cells] : cells };
        }),
      ),
    );
    const columns = [t('chart.what'), t('chart.kind'), t('chart.from'), t('chart.to'), t('chart.note')];
    return { columns: named ? [rowLabel, ...columns] : columns, rows: lines };
  }, [rows, rowLabel, now, zone, kindNames, t]);
}

type ThingProps = {
  placed: Placed;
  xOf: (at: Instant) => number;
  spoken: string;
  /** Tab stops at one thing of a strip; arrow keys reach the others. */
  stop: boolean;
  onSpoken: () => void;
};

function Thing({ placed: { thing, level, left, width, textAt, room, bar }, xOf, spoken, stop, onSpoken }: ThingProps) {
  const text = thing.text ?? thing.what;
  const sign = thing.tone === 'warn' || thing.tone === 'danger' ? '!' : '';
  return (
    <button
      type="button"
      className="pt-strip-thing"
      data-thing={thing.key}
      data-tone={thing.tone ?? 'info'}
      data-text={textAt}
      data-opens={thing.open !== undefined || undefined}
      aria-label={spoken}
      title={spoken}
      tabIndex={stop ? 0 : -1}
      style={{ left, width, top: `calc(var(--pt-strip-level) * ${level})` }}
      onClick={() => {
        onSpoken();
        thing.open?.();
      }}
      onFocus={onSpoken}
      onPointerEnter={onSpoken}
    >
      {thing.spans.map((span) => {
        const { kind, from, to, slim } = span;
        return (
          <i
            key={`${kind}/${from}`}
            data-mark={marks[kind]}
            data-moment={to === undefined || to === from || undefined}
            data-slim={slim || undefined}
            data-below={isBelow(span, thing) || undefined}
            style={
              to === undefined || to === from
                ? { left: xOf(from) - left }
                : { left: xOf(from) - left, width: Math.max(xOf(to) - xOf(from), 4) }
            }
          />
        );
      })}
      {(sign !== '' || text !== '') && (
        <span
          data-on={bar && marks[bar.kind]}
          style={bar === undefined ? { maxWidth: room } : { left: xOf(bar.from) - left + 4 }}
        >
          {sign !== '' && <b aria-hidden="true">{sign}</b>}
          {text}
        </span>
      )}
    </button>
  );
}

/** The width of a box in pixels; a guess until it is known. */
function useWidth(): [(box: HTMLDivElement | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(800);
  const [watch] = useState(() => (box: HTMLDivElement | null) => {
    if (box === null) return undefined;
    const measure = (): void => void (box.clientWidth > 0 && setWidth(box.clientWidth));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  });
  return [watch, width];
}

/** The strip itself, below its frame. */
function Strip({ label, rows, now, zone, period, dayWidth = 0, rowLabel, kindNames }: Props & { period: Period }) {
  const t = useT();
  const [watch, boxWidth] = useWidth();
  const phone = usePhone();
  const grid = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string>();
  const [spokenKey, setSpokenKey] = useState<string>();
  const names = rowLabel === undefined || phone ? 0 : namesWidth;
  const width = Math.max(boxWidth - names - 2, (dayWidth * (period.to - period.from)) / 86_400_000, 160);
  const spokenOf = useSpoken({ label, now, zone, kindNames });
  const { xOf, placed, ticks } = useMemo(() => {
    const placeOf = (at: Instant): number => ((at - period.from) / (period.to - period.from)) * width;
    return {
      xOf: placeOf,
      placed: rows.map(({ things }) => placeThings(things, placeOf, width)),
      ticks: ticksOf(period, zoneOfPlace(zone), width),
    };
  }, [rows, period, zone, width]);
  const all = placed.flat();
  const first = all.find(({ thing }) => thing.key === stop)?.thing.key ?? all[0]?.thing.key;
  const nowAt = now > period.from && now < period.to ? xOf(now) : undefined;
  const isLong = width > boxWidth;
  // A strip that is longer than its box opens with now in sight; later nobody is moved while reading.
  const showNow = useEffectEvent(() => {
    const box = grid.current?.parentElement;
    if (isLong && box && nowAt !== undefined) box.scrollLeft = nowAt - boxWidth / 3;
  });
  useEffect(() => showNow(), [isLong, boxWidth]);
  const move = (event: KeyboardEvent): void => {
    if (!isWay(event.key) || first === undefined) return;
    event.preventDefault();
    const next = neighbourOf(placed, first, ways[event.key]);
    if (next === undefined) return;
    setStop(next);
    grid.current?.querySelector<HTMLElement>(`[data-thing="${CSS.escape(next)}"]`)?.focus();
  };
  const opens = all.some(({ thing }) => thing.open !== undefined);
  const spokenRow = rows.find(({ things }) => things.some(({ key }) => key === spokenKey));
  const spokenThing = spokenRow?.things.find(({ key }) => key === spokenKey);
  return (
    <>
      <div className="pt-strip" ref={watch} role="group" aria-label={label}>
        <div
          className="pt-strip-grid"
          ref={grid}
          data-named={names > 0 || undefined}
          style={{ width: width + names }}
          onKeyDown={move}
        >
          <div className="pt-strip-axis" aria-hidden="true">
            {ticks
              .filter(({ at }) => nowAt === undefined || Math.abs(xOf(at) + 16 - nowAt) > 32)
              .map(({ at, text, strong }) => (
                <span key={at} data-strong={strong || undefined} style={{ left: xOf(at) }}>
                  {text}
                </span>
              ))}
            {nowAt !== undefined && (
              <b className="pt-strip-now" style={{ left: nowAt }}>
                {t('chart.now')}
              </b>
            )}
          </div>
          {rows.map((row, index) => (
            <div key={row.key} className="pt-strip-row" role="group" aria-label={row.name === '' ? label : row.name}>
              {row.name !== '' && (
                <div className="pt-strip-name" title={row.name}>
                  {row.name}
                  {row.note !== undefined && <small>{row.note}</small>}
                </div>
              )}
              <div
                className="pt-strip-track"
                style={{
                  height: `calc(var(--pt-strip-level) * ${Math.max(1, ...(placed[index] ?? []).map(({ level }) => level + 1))})`,
                }}
              >
                {(placed[index] ?? []).map((one) => (
                  <Thing
                    key={one.thing.key}
                    placed={one}
                    xOf={xOf}
                    spoken={spokenOf(row, one.thing)}
                    stop={one.thing.key === first}
                    onSpoken={() => {
                      setStop(one.thing.key);
                      setSpokenKey(one.thing.key);
                    }}
                  />
                ))}
              </div>
            </div>
          ))}
          <div className="pt-strip-lines" aria-hidden="true">
            {ticks.map(({ at, strong }) => (
              <i key={at} data-strong={strong || undefined} style={{ left: xOf(at) }} />
            ))}
            {nowAt !== undefined && <i data-now style={{ left: nowAt }} />}
          </div>
        </div>
      </div>
      <p className="pt-strip-spoken" aria-hidden="true">
        {spokenRow !== undefined && spokenThing !== undefined
          ? spokenOf(spokenRow, spokenThing)
          : t(opens ? 'chart.keys' : 'chart.keysMove')}
      </p>
    </>
  );
}

/**
 * Rows of bars and moments on one time axis with a line for now, in its frame. Planned is hollow, estimated hatched, actual
 * solid. Arrow keys move between things, Enter opens one.
 */
export function TimeStrip(props: Props) {
  const t = useT();
  const lang = useLang();
  const { rows, now, zone, legend = [] } = props;
  const table = useTable(props);
  const whole = useMemo(() => periodOf(rows, now), [rows, now]);
  const period = props.period ?? whole;
  const used = new Set(rows.flatMap(({ things }) => things.flatMap(({ spans }) => spans.map(({ kind }) => kind))));
  const shown = kinds
    .filter((kind) => used.has(kind))
    .map((kind): LegendItem => ({
      key: kind,
      name: kindText(t, props.kindNames, { kind }),
      colour: '--pt-text-2',
      mark: marks[kind],
    }));
  const { mark } = placeTime(now, zone, lang);
  return (
    <ChartFrame
      name={props.name}
      label={props.label}
      title={props.title}
      unit={t('chart.zone', { zone: mark })}
      legend={[...shown, ...legend]}
      table={table}
      loading={props.loading ?? false}
      {...(props.emptyText === undefined ? {} : { emptyText: props.emptyText })}
    >
      {period !== undefined && <Strip {...props} period={period} />}
    </ChartFrame>
  );
}
