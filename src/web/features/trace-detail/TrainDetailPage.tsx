import { railMilestones as r } from '#domain/journey/rail.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { Place } from './Place.tsx';
import { Sourced } from './Sourced.tsx';
import { TraceDetailPage } from './TraceDetailPage.tsx';
import { useTrace } from './trace-context.ts';
import { timePath, type TraceMilestone } from './trace-model.ts';

const clocks = { beijing: 'Asia/Shanghai', moscow: 'Europe/Moscow' } as const;
/** The clock that the railway of a station goes by: that of Beijing in China, that of Moscow where the gauge is wide. */
const clockOf = (station: string): keyof typeof clocks | undefined =>
  station.startsWith('CN') ? 'beijing' : /^(KZ|RU|BY)/.test(station) ? 'moscow' : undefined;

/** A moment by the clock of the place, and by that of the railway where it is another one. */
function TwoTimes({ instant, zone, station }: { instant: number | null; zone: string | null; station: string }) {
  const t = useT();
  if (instant === null) return null;
  const clock = clockOf(station);
  return (
    <>
      <TimeText instant={instant} zone={zone} short />
      {clock !== undefined && clocks[clock] !== zone && (
        <div className="pt-muted">
          {t('landDetail.border.railway', { clock: t(`landDetail.border.${clock}`) })}{' '}
          <TimeText instant={instant} zone={clocks[clock]} short />
        </div>
      )}
    </>
  );
}

/** Border stations in the order in which the goods come to them: when they came, changed the gauge and left. */
function Borders() {
  const t = useT();
  const trace = useTrace();
  const all = trace.containers[0]?.stages.flatMap((stage) => stage.milestones) ?? [];
  const of = (station: string, code: string): TraceMilestone | undefined =>
    all.find((one) => one.statusCode === code && one.portCode === station && one.actual !== null);
  const stations = [...new Set(all.flatMap((one) => (one.statusCode === r.borderReached ? (one.portCode ?? []) : [])))];
  if (stations.length === 0) return null;
  return (
    <Section title={t('landDetail.border.title')}>
      <table className="pt-mini">
        <thead>
          <tr>
            {(['station', 'arrived', 'gauge', 'left', 'stay'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`landDetail.border.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {stations.map((station) => {
            const zone = trace.places[station]?.zone ?? null;
            const moments = [r.borderReached, r.gaugeFinished, r.borderLeft].map((code) => of(station, code));
            const [came, , left] = moments.map((moment) => moment?.actual ?? null);
            const stay = came == null ? null : Math.round(((left ?? trace.now) - came) / HOUR_MS);
            return (
              <tr key={station}>
                <td>
                  <Place code={station} />
                </td>
                {moments.map((moment, index) => (
                  // The three moments have their fixed places.
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={index}>
                    {moment !== undefined && (
                      <Sourced path={timePath(moment, 'actual')} zone={zone}>
                        <TwoTimes instant={moment.actual} zone={zone} station={station} />
                      </Sourced>
                    )}
                  </td>
                ))}
                <td>{stay !== null && t('landDetail.border.hours', { count: stay })}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Section>
  );
}

/** The trace of goods by rail: trains, border stations by both clocks, and what every source says of them. */
export const TrainDetailPage = () => <TraceDetailPage route="/train-detail" main={<Borders />} />;
