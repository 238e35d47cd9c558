import { mainStateOf, type MainState } from '#domain/journey/courier.ts';
import { parcelStateOf, scansOf } from '#domain/journey/parcel-state.ts';
import type { EventContent } from '#domain/tracking/model.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
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
          <table className="pt-mini">
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
                  <td>
                    <StatusTag tone={toneOf(mainStateOf(scan.statusCode))}>{nameOf(scan.statusCode)}</StatusTag>
                  </td>
                  <td>{scan.portCode !== null && <Place code={scan.portCode} />}</td>
                  <td className="pt-muted">{scan.place}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Section>
  );
}

/** The trace of one parcel: its scans with the courier's own codes, its way, and what every source says of it. */
export const ExpressDetailPage = () => <TraceDetailPage route="/express-detail" main={<Scans />} />;
