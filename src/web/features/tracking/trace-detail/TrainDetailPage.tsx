import { useMemo } from 'react';
import { useT } from '#web/i18n/index.ts';
import type { StripRow, StripThing } from '#web/kit/chart/time-strip.ts';
import { TimeStrip } from '#web/kit/chart/TimeStrip.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { type RailPart, type RailStation, railLineOf } from './rail-line.ts';
import { usePlaceName, useTrace } from './trace-context.ts';
import { TraceDetailPage } from './TraceDetailPage.tsx';

const clocks = { beijing: 'Asia/Shanghai', moscow: 'Europe/Moscow' } as const;
/** The clock that the railway of a station goes by: that of Beijing in China, that of Moscow where the gauge is wide. */
const clockOf = (station: string): keyof typeof clocks | undefined =>
  station.startsWith('CN') ? 'beijing' : /^(KZ|RU|BY)/.test(station) ? 'moscow' : undefined;

/** Goods that stay longer than planned by so many hours are late. */
const lateHours = 6;

/** Rows of the strip: a station each, with the stay, the change of gauge, and the train that leaves it. */
function useRows(stations: readonly RailStation[]): StripRow[] {
  const t = useT();
  const nameOf = usePlaceName();
  const lasts = ({ hours, plannedHours }: RailPart): string => {
    if (hours === undefined)
      return plannedHours === undefined ? '' : t('landDetail.line.planned', { count: plannedHours });
    return plannedHours === undefined
      ? t('landDetail.line.hours', { count: hours })
      : t('landDetail.line.against', { count: hours, planned: plannedHours });
  };
  /** The same moments by the clock of the railway, where it is another one than that of the place. */
  const byRailway = ({ code, zone, stay }: RailStation): string | undefined => {
    const clock = clockOf(code);
    const known = stay.spans.find(({ kind }) => kind === 'actual') ?? stay.spans.at(-1);
    if (clock === undefined || clocks[clock] === zone || known === undefined) return undefined;
    const times = [known.from, ...(known.to === undefined ? [] : [known.to])];
    const name = t('landDetail.line.railway', { clock: t(`landDetail.line.${clock}`) });
    return `${name} ${times.map((at) => timeAsText(at, clocks[clock])).join(' – ')}`;
  };
  const thing = (key: string, what: string, part: RailPart, more: Partial<StripThing> = {}): StripThing => ({
    key,
    what: [what, lasts(part)].filter((text) => text !== '').join(' '),
    spans: part.spans,
    ...more,
  });
  return stations.map((station) => {
    const { code, zone, border, stay, gauge, run } = station;
    const isLate = stay.plannedHours !== undefined && (stay.hours ?? 0) - stay.plannedHours >= lateHours;
    return {
      key: code,
      name: nameOf(code),
      note: border ? `${code} · ${t('landDetail.line.border')}` : code,
      zone,
      things: [
        thing(`${code}/stay`, t('landDetail.line.stay'), stay, {
          text: lasts(stay),
          tone: isLate ? 'warn' : 'info',
          note: byRailway(station),
        }),
        thing(`${code}/gauge`, t('landDetail.line.gauge'), gauge, { tone: 'ok' }),
        thing(`${code}/run`, run.train ?? t('landDetail.line.run'), run, { text: run.train ?? '', tone: 'muted' }),
      ].filter(({ spans }) => spans.length > 0),
    };
  });
}

/** Stations from the first to the last: how long the goods stand at each, where borders and gauges change, and the trains between. */
export function RailLine() {
  const t = useT();
  const { containers, now, booking } = useTrace();
  const stages = containers[0]?.stages;
  const stations = useMemo(() => (stages === undefined ? [] : railLineOf(stages, now)), [stages, now]);
  const rows = useRows(stations);
  if (stations.length < 2) return null;
  const zone = typeof booking['polZone'] === 'string' ? booking['polZone'] : null;
  return (
    <div className="pt-rail-line">
      <TimeStrip
        name="rail-line"
        label={t('landDetail.line.title')}
        title={t('landDetail.line.title')}
        rowLabel={t('landDetail.line.station')}
        rows={rows}
        now={now}
        zone={zone}
      />
    </div>
  );
}

/** The trace of goods by rail: the line of its stations, and what every source says of them. */
export const TrainDetailPage = () => <TraceDetailPage route="/train-detail" main={<RailLine />} />;
