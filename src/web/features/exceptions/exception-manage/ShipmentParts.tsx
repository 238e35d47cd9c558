import { useLang, useT } from '#web/i18n/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { modeWord } from '#web/kit/value/mode-words.ts';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { expectedKind, timesOfStatus } from '#web/kit/value/known-time.ts';
import { BestTime, PlanTime } from '#web/kit/value/PlanTime.tsx';
import { numberAt, textAt } from '#web/kit/value/loose-row.ts';
import type { ExceptionRow } from './row-rules.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';

type PlacePrefix = 'por' | 'pol' | 'pod' | 'deliveryPlace';

/** Places of the booking with their times. */
export function Route({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const booking = row.obmBk;
  if (booking === null) return <p className="pt-muted">{t('exceptionManage.noBookingYet')}</p>;
  const text = (name: string): string | null => textAt(booking, name);
  const instant = (name: string): number | null => numberAt(booking, name);
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
              <PlanTime kind="overdue" instant={instant('custEtdOverdue')} zone={text('polZone')} />
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
              <PlanTime kind="overdue" instant={instant('custEtaOverdue')} zone={text('podZone')} />
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
  const place = (leg: object, prefix: 'pol' | 'pod'): string =>
    (lang === 'zh' ? textAt(leg, `${prefix}NameCn`) : null) ??
    textAt(leg, `${prefix}Name`) ??
    textAt(leg, `${prefix}Code`) ??
    '';
  const times = (leg: object, [expected, actual]: readonly [string, string], zone: string) => (
    <BestTime
      wordless
      times={{
        estimated: numberAt(leg, expected),
        actual: numberAt(leg, actual),
        overdue: numberAt(leg, `${expected}Overdue`),
      }}
      zone={textAt(leg, zone)}
    />
  );
  return (
    <MiniTable
      label={t('exceptionManage.section.legs')}
      columns={(['leg', 'vessel', 'voyage', 'from', 'departure', 'to', 'arrival'] as const).map((key) => ({
        key,
        title: modeWord(t, row.obmBk?.mode, legFields[key]) ?? t(`exceptionManage.leg.${key}`),
      }))}
      rows={row.obmMultiVessel}
      rowKey={(leg) => leg.obmMultiVesseId}
      cells={(leg) => ({
        leg: leg.sequence,
        vessel: leg.vesselEn,
        voyage: leg.voyage,
        from: place(leg, 'pol'),
        departure: times(leg, ['etd', 'atd'], 'polZone'),
        to: place(leg, 'pod'),
        arrival: times(leg, ['eta', 'ata'], 'podZone'),
      })}
    />
  );
}

/** Containers of the bill. */
export function Containers({ row }: { row: ExceptionRow }) {
  const t = useT();
  return (
    <MiniTable
      label={t('exceptionManage.section.containers')}
      columns={(['number', 'sizeType', 'seal', 'weight', 'volume'] as const).map((key) => ({
        key,
        title:
          (key === 'number' ? modeWord(t, row.obmBk?.mode, 'ctnNo') : undefined) ?? t(`exceptionManage.box.${key}`),
        isNumber: key === 'weight' || key === 'volume',
      }))}
      rows={row.obmDocActualContainerList}
      rowKey={(container) => container.obmDocActualContainerId}
      cells={(container) => ({
        number: {
          content: (
            <>
              {container.ctnNo} <CopyButton text={container.ctnNo} />
            </>
          ),
          className: 'pt-mono',
        },
        sizeType: container.sizeType,
        seal: container.sealNo,
        weight: formatAmount(container.grossWeight),
        volume: formatAmount(container.cube),
      })}
    />
  );
}

/** Names of the places of the booking in the language of the screen, by code: milestones carry one name only. */
function placeNamesOf(row: ExceptionRow, lang: Lang): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const part of [row.obmBk, ...row.obmMultiVessel]) {
    for (const prefix of ['por', 'pol', 'pod', 'deliveryPlace']) {
      const code = textAt(part, `${prefix}Code`);
      const name = textAt(part, `${prefix}Name${lang === 'zh' ? 'Cn' : ''}`);
      if (code !== null && name !== null && name !== '') names.set(code, name);
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
    <MiniTable
      label={t('exceptionManage.section.milestones')}
      columns={(['milestone', 'number', 'port', 'time'] as const).map((key) => ({
        key,
        title:
          (key === 'number' ? modeWord(t, row.obmBk?.mode, 'ctnNo') : undefined) ?? t(`exceptionManage.box.${key}`),
      }))}
      rows={row.mdStatusRecordList}
      rowKey={(status) => status.mdStatusRecordId}
      cells={(status) => ({
        milestone: (lang === 'zh' ? status.statusNameCn : status.statusNameEn) ?? statuses.nameOf(status.statusCode),
        number: { content: status.containerNo, className: 'pt-mono' },
        port: placeNames.get(status.portCode ?? '') ?? status.eventPlaceDesc ?? status.eventPlace ?? status.portCode,
        time: <BestTime times={timesOfStatus(status)} zone={status.eventTimeZone} />,
      })}
    />
  );
}
