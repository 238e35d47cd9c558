import { useLang, useT } from '#web/i18n/index.ts';
import type { Lang } from '#web/i18n/languages.ts';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { expectedKind, timesOfStatus } from '#web/kit/value/known-time.ts';
import { BestTime, PlanTime } from '#web/kit/value/PlanTime.tsx';
import type { ExceptionRow } from './row-rules.ts';

type PlacePrefix = 'por' | 'pol' | 'pod' | 'deliveryPlace';

/** Places of the booking with their times. */
export function Route({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const booking = row.obmBk as Record<string, string | number | null> | null;
  if (booking === null) return <p className="pt-muted">{t('exceptionManage.noBookingYet')}</p>;
  const text = (name: string): string | null => (booking[name] as string | null | undefined) ?? null;
  const instant = (name: string): number | null => (booking[name] as number | null | undefined) ?? null;
  // Where the cargo is received at the port itself, the port says it all.
  const sameAs: Partial<Record<PlacePrefix, boolean>> = {
    por: text('porCode') === text('polCode'),
    deliveryPlace: text('deliveryPlaceCode') === text('podCode'),
  };
  const stops = (['por', 'pol', 'pod', 'deliveryPlace'] satisfies PlacePrefix[]).filter(
    (prefix) => text(`${prefix}Code`) && !sameAs[prefix],
  );
  return (
    <ol className="pt-route">
      {stops.map((prefix) => (
        <li key={prefix}>
          <span className="pt-route-role">
            {modeWord(t, row.obmBk?.mode, prefix) ?? t(`exceptionManage.place.${prefix}`)}
          </span>
          <b>
            {(lang === 'zh' ? (text(`${prefix}NameCn`) ?? text(`${prefix}Name`)) : text(`${prefix}Name`)) ??
              text(`${prefix}Code`)}
          </b>
          <span className="pt-muted pt-mono">{text(`${prefix}Code`)}</span>
          {prefix === 'pol' && (
            <>
              <PlanTime
                kind={expectedKind(booking['custEtdPlanned'])}
                instant={instant('custEtd')}
                zone={text('polZone')}
              />
              <PlanTime kind="actual" instant={instant('atd')} zone={text('polZone')} />
            </>
          )}
          {prefix === 'pod' && (
            <>
              <PlanTime
                kind={expectedKind(booking['custEtaPlanned'])}
                instant={instant('custEta')}
                zone={text('podZone')}
              />
              <PlanTime kind="actual" instant={instant('ata')} zone={text('podZone')} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

/** Names of fields by the columns of a leg, where other modes have words of their own. */
const legFields = {
  leg: '',
  vessel: 'vesselName',
  voyage: 'voyage',
  from: 'portOfLoading',
  departure: '',
  to: 'portOfDischarge',
  arrival: '',
} as const;

/** Vessel legs of the booking. */
export function Legs({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  type Leg = (typeof row.obmMultiVessel)[number] &
    Record<string, unknown> &
    Partial<Record<'etd' | 'atd' | 'eta' | 'ata', number | null>> &
    Partial<Record<'polZone' | 'podZone', string | null>>;
  const place = (leg: Leg, prefix: 'pol' | 'pod'): string =>
    String((lang === 'zh' ? leg[`${prefix}NameCn`] : null) ?? leg[`${prefix}Name`] ?? leg[`${prefix}Code`] ?? '');
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['leg', 'vessel', 'voyage', 'from', 'departure', 'to', 'arrival'] as const).map((key) => (
            <th key={key} scope="col">
              {modeWord(t, row.obmBk?.mode, legFields[key]) ?? t(`exceptionManage.leg.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(row.obmMultiVessel as Leg[]).map((leg) => (
          <tr key={leg.obmMultiVesseId}>
            <td>{leg.sequence}</td>
            <td>{leg.vesselEn}</td>
            <td>{leg.voyage}</td>
            <td>{place(leg, 'pol')}</td>
            <td>
              <BestTime wordless times={{ estimated: leg.etd, actual: leg.atd }} zone={leg.polZone} />
            </td>
            <td>{place(leg, 'pod')}</td>
            <td>
              <BestTime wordless times={{ estimated: leg.eta, actual: leg.ata }} zone={leg.podZone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Containers of the bill. */
export function Containers({ row }: { row: ExceptionRow }) {
  const t = useT();
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['number', 'sizeType', 'seal', 'weight', 'volume'] as const).map((key) => (
            <th key={key} scope="col" data-end={key === 'weight' || key === 'volume' || undefined}>
              {(key === 'number' ? modeWord(t, row.obmBk?.mode, 'ctnNo') : undefined) ??
                t(`exceptionManage.box.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row.obmDocActualContainerList.map((box) => (
          <tr key={box.obmDocActualContainerId}>
            <td className="pt-mono">
              {box.ctnNo} <CopyButton text={box.ctnNo} />
            </td>
            <td>{box.sizeType}</td>
            <td>{box.sealNo}</td>
            <td data-end>{formatAmount(box.grossWeight)}</td>
            <td data-end>{formatAmount(box.cube)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names of the places of the booking in the language of the screen, by code: milestones carry one name only. */
function placeNamesOf(row: ExceptionRow, lang: Lang): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const parts = [row.obmBk, ...row.obmMultiVessel] as (Record<string, unknown> | null)[];
  for (const part of parts) {
    for (const prefix of ['por', 'pol', 'pod', 'deliveryPlace']) {
      const [code, name] = [part?.[`${prefix}Code`], part?.[`${prefix}Name${lang === 'zh' ? 'Cn' : ''}`]];
      if (typeof code === 'string' && typeof name === 'string' && name !== '') names.set(code, name);
    }
  }
  return names;
}

/** Milestones as the fused booking has them. */
export function Milestones({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const statuses = useStatuses();
  const placeNames = placeNamesOf(row, lang);
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['milestone', 'number', 'port', 'time'] as const).map((key) => (
            <th key={key} scope="col">
              {(key === 'number' ? modeWord(t, row.obmBk?.mode, 'ctnNo') : undefined) ??
                t(`exceptionManage.box.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row.mdStatusRecordList.map((status) => (
          <tr key={status.mdStatusRecordId}>
            <td>{(lang === 'zh' ? status.statusNameCn : status.statusNameEn) ?? statuses.nameOf(status.statusCode)}</td>
            <td className="pt-mono">{status.containerNo}</td>
            <td>
              {placeNames.get(status.portCode ?? '') ?? status.eventPlaceDesc ?? status.eventPlace ?? status.portCode}
            </td>
            <td>
              <BestTime times={timesOfStatus(status)} zone={status.eventTimeZone} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
