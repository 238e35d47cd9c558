import { mainStateOf, type MainState } from '#domain/tracking/journey/courier.ts';
import { parcelStateOf, scansOf } from '#domain/tracking/journey/parcel-state.ts';
import type { EventContent } from '#domain/tracking/model.ts';
import { earliestOf, latestOf } from '#shared/time/day.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Fact, Facts, Section } from '#web/kit/detail/Section.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { Place } from './Place.tsx';
import { Sourced } from './Sourced.tsx';
import { TraceDetailPage } from './TraceDetailPage.tsx';
import { useTrace } from './trace-context.ts';
import { timePath } from './trace-model.ts';

const toneOf = (state: MainState) =>
  state === 'delivered' ? 'ok' : state === 'failed' || state === 'exception' ? 'danger' : 'info';

/** All scans of a parcel, newest first: main state, sub state, place, and the courier's own code. */
function Scans() {
  const t = useT();
  const lang = useLang();
  const trace = useTrace();
  const milestones = trace.containers[0]?.stages.flatMap((stage) => stage.milestones) ?? [];
  const events = milestones.map((one) => ({ ...one, containerNo: null, occurrence: 1 }) as unknown as EventContent);
  const scans = scansOf({ events }, trace.now);
  const { main } = parcelStateOf({ events }, trace.now, trace.now);
  const nameOf = (statusCode: string): string => {
    const milestone = milestones.find((one) => one.statusCode === statusCode);
    return (lang === 'zh' ? milestone?.nameCn : milestone?.nameEn) ?? statusCode;
  };
  const pathOf = ({ statusCode, actual, portCode }: (typeof scans)[number]): string => {
    const milestone = milestones.find(
      (one) => one.statusCode === statusCode && one.actual === actual && one.portCode === portCode,
    );
    return milestone === undefined ? '' : timePath(milestone, 'actual');
  };
  return (
    <Section title={t('landDetail.scans.title')}>
      {scans.length === 0 ? (
        <p className="pt-muted">{t('landDetail.scans.none')}</p>
      ) : (
        <>
          <StatusTag tone={toneOf(main)}>{t(`landDetail.main.${main}`)}</StatusTag>
          <table className="pt-mini pt-mini-cards">
            <thead>
              <tr>
                {(['time', 'state', 'place', 'code'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`landDetail.scans.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {scans.map((scan) => (
                <tr key={`${scan.statusCode} ${scan.portCode ?? ''} ${scan.actual}`}>
                  <td>
                    <Sourced path={pathOf(scan)} zone={scan.zone}>
                      <TimeText instant={scan.actual} zone={scan.zone} short />
                    </Sourced>
                  </td>
                  <td data-wide>
                    <StatusTag tone={toneOf(mainStateOf(scan.statusCode))}>{nameOf(scan.statusCode)}</StatusTag>
                  </td>
                  <td data-wide>{scan.portCode !== null && <Place code={scan.portCode} />}</td>
                  <td className="pt-muted" data-wide data-title={t('landDetail.scans.code')}>
                    {scan.place}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Section>
  );
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** By when the courier promised to deliver, with which service, and what is expected or was done; each with which source stated it. */
export function Promised() {
  const t = useT();
  const { booking, places, provenance, now } = useTrace();
  const sourceText = (attribute: string): unknown => provenance[`booking.${attribute}`]?.winner.value;
  const service = sourceText('serviceCode');
  const promised = numberOf(sourceText('plannedArrival'));
  const eta = numberOf(sourceText('eta'));
  const delivered = numberOf(booking.ata);
  // A courier that says no estimate beside its promise expects to keep it.
  const expected = delivered === null && eta !== promised ? eta : null;
  if (promised === null && expected === null && typeof service !== 'string') return null;
  const zone = (typeof booking['podCode'] === 'string' ? places[booking['podCode']]?.zone : null) ?? null;
  const due = delivered ?? (expected !== null && latestOf(expected) > now ? expected : now);
  const isLate = promised !== null && earliestOf(due) > latestOf(promised);
  const state = delivered === null ? (isLate ? 'willBeLate' : null) : isLate ? 'late' : 'kept';
  const time = (
    attribute: 'plannedArrival' | 'eta' | 'ata',
    instant: number | null,
    name: 'by' | 'expected' | 'done',
  ) =>
    instant !== null && (
      <Fact label={t(`landDetail.promise.${name}`)}>
        <Sourced path={`booking.${attribute}`} zone={zone}>
          <TimeText instant={instant} zone={zone} short />
        </Sourced>
      </Fact>
    );
  return (
    <Section title={t('landDetail.promise.title')}>
      <Facts>
        {typeof service === 'string' && (
          <Fact label={t('landDetail.promise.service')}>
            <Sourced path="booking.serviceCode">{service}</Sourced>
          </Fact>
        )}
        {time('plannedArrival', promised, 'by')}
        {time('eta', expected, 'expected')}
        {time('ata', delivered, 'done')}
      </Facts>
      {promised === null && <p className="pt-muted">{t('landDetail.promise.none')}</p>}
      {promised !== null && state !== null && (
        <StatusTag tone={isLate ? 'danger' : 'ok'}>{t(`landDetail.promise.${state}`)}</StatusTag>
      )}
    </Section>
  );
}

const Parcel = () => (
  <>
    <Promised />
    <Scans />
  </>
);

/** The trace of one parcel: what was promised, its scans with the courier's own codes, its way, and what every source says of it. */
export const ExpressDetailPage = () => <TraceDetailPage route="/express-detail" main={<Parcel />} />;
