import { Drawer } from 'antd';
import type { ReactNode } from 'react';
import { GoLink } from '#web/app/GoLink.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import { useDict, useExceptionTypes, useStatuses } from '#web/kit/search/use-names.ts';
import { CopyButton } from '#web/kit/value/CopyButton.tsx';
import { formatAmount } from '#web/kit/value/format-value.ts';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { EvidenceTable } from './EvidenceTable.tsx';
import { historyOf } from './evidence-text.ts';
import { type ExceptionRow, traceTargetOf } from './row-rules.ts';

type Props = { row: ExceptionRow | undefined; open: boolean; onClose: () => void };

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="pt-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Fact({ label, children, copy }: { label: string; children: ReactNode; copy?: string | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children ?? '—'}
        {copy && <CopyButton text={copy} />}
      </dd>
    </div>
  );
}

function Facts({ row }: { row: ExceptionRow }) {
  const t = useT();
  const { obmAutotestResult: result, obmTkSubscribe: subscription } = row;
  return (
    <dl className="pt-facts">
      <Fact label={t('exceptionManage.column.tenantCode')}>{result.tenantName}</Fact>
      <Fact label={t('exceptionManage.column.blNo')} copy={result.blNo}>{result.blNo}</Fact>
      <Fact label={t('exceptionManage.column.ctnNo')} copy={result.ctnNo}>{result.ctnNo}</Fact>
      <Fact label={t('exceptionManage.field.obmTkSubscribeId')} copy={result.obmTkSubscribeId}>{result.obmTkSubscribeId}</Fact>
      <Fact label={t('exceptionManage.column.subscribeTime')}><TimeText instant={subscription?.recordTime} /></Fact>
      <Fact label={t('exceptionManage.column.createTime')}><TimeText instant={result.createTime} /></Fact>
      <Fact label={t('exceptionManage.lastModifyTime')}><TimeText instant={result.lastModifyTime} /></Fact>
      <Fact label={t('exceptionManage.column.chargeName')}>{result.chargeName}</Fact>
      <Fact label={t('exceptionManage.column.handleTime')}>{result.handleTime === null ? null : <TimeText instant={result.handleTime} />}</Fact>
      <Fact label={t('exceptionManage.column.handleRemark')}>{result.handleRemark}</Fact>
    </dl>
  );
}

type PlacePrefix = 'por' | 'pol' | 'pod' | 'deliveryPlace';

function Route({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const booking = row.obmBk as Record<string, string | number | null> | null;
  if (booking === null) return <p className="pt-muted">{t('exceptionManage.noBookingYet')}</p>;
  const text = (name: string): string | null => (booking[name] as string | null | undefined) ?? null;
  const instant = (name: string): number | null => (booking[name] as number | null | undefined) ?? null;
  const stops = (['por', 'pol', 'pod', 'deliveryPlace'] satisfies PlacePrefix[]).filter((prefix) => text(`${prefix}Code`));
  return (
    <ol className="pt-route">
      {stops.map((prefix) => (
        <li key={prefix}>
          <span className="pt-route-role">{t(`exceptionManage.place.${prefix}`)}</span>
          <b>{(lang === 'zh' ? (text(`${prefix}NameCn`) ?? text(`${prefix}Name`)) : text(`${prefix}Name`)) ?? text(`${prefix}Code`)}</b>
          <span className="pt-muted pt-mono">{text(`${prefix}Code`)}</span>
          {prefix === 'pol' && (
            <>
              <PlanTime kind="estimated" instant={instant('custEtd')} zone={text('polZone')} />
              <PlanTime kind="actual" instant={instant('atd')} zone={text('polZone')} />
            </>
          )}
          {prefix === 'pod' && (
            <>
              <PlanTime kind="estimated" instant={instant('custEta')} zone={text('podZone')} />
              <PlanTime kind="actual" instant={instant('ata')} zone={text('podZone')} />
            </>
          )}
        </li>
      ))}
    </ol>
  );
}

function Legs({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  type Leg = (typeof row.obmMultiVessel)[number] & Record<string, unknown>;
  const place = (leg: Leg, prefix: 'pol' | 'pod'): string => String((lang === 'zh' ? leg[`${prefix}NameCn`] : null) ?? leg[`${prefix}Name`] ?? leg[`${prefix}Code`] ?? '');
  const time = (leg: Leg, actual: 'atd' | 'ata', estimated: 'etd' | 'eta', zone: string): ReactNode =>
    leg[actual] == null ? (
      <PlanTime wordless kind="estimated" instant={(leg[estimated] as number | null) ?? null} zone={leg[zone] as string | null} />
    ) : (
      <PlanTime wordless kind="actual" instant={leg[actual] as number} zone={leg[zone] as string | null} />
    );
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['leg', 'vessel', 'voyage', 'from', 'departure', 'to', 'arrival'] as const).map((key) => (
            <th key={key} scope="col">{t(`exceptionManage.leg.${key}`)}</th>
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
            <td>{time(leg, 'atd', 'etd', 'polZone')}</td>
            <td>{place(leg, 'pod')}</td>
            <td>{time(leg, 'ata', 'eta', 'podZone')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Containers({ row }: { row: ExceptionRow }) {
  const t = useT();
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['number', 'sizeType', 'seal', 'weight', 'volume'] as const).map((key) => (
            <th key={key} scope="col" data-end={key === 'weight' || key === 'volume' || undefined}>{t(`exceptionManage.box.${key}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row.obmDocActualContainerList.map((box) => (
          <tr key={box.obmDocActualContainerId}>
            <td className="pt-mono">{box.ctnNo} <CopyButton text={box.ctnNo} /></td>
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

function Milestones({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const statuses = useStatuses();
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['milestone', 'number', 'port', 'time'] as const).map((key) => (
            <th key={key} scope="col">{t(`exceptionManage.box.${key}`)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {row.mdStatusRecordList.map((status) => {
          const [kind, instant] = status.eventTime !== null ? (['actual', status.eventTime] as const) : status.estiEventTime !== null ? (['estimated', status.estiEventTime] as const) : (['planned', status.planEventTime] as const);
          return (
            <tr key={status.mdStatusRecordId}>
              <td>{(lang === 'zh' ? status.statusNameCn : status.statusNameEn) ?? statuses.nameOf(status.statusCode)}</td>
              <td className="pt-mono">{status.containerNo}</td>
              <td>{status.eventPlaceDesc ?? status.eventPlace ?? status.portCode}</td>
              <td><PlanTime kind={kind} instant={instant} zone={status.eventTimeZone} /></td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function History({ row }: { row: ExceptionRow }) {
  const t = useT();
  const entries = historyOf(row.updateLogMap);
  const { createTime, testPurposeName } = row.obmAutotestResult;
  return (
    <ol className="pt-history">
      {entries.map((entry) => (
        <li key={`${entry.at}/${entry.kind}`}>
          <TimeText instant={entry.at} />
          <b>{t(`exceptionManage.history.${knownKind(entry.kind)}`)}</b> {entry.actor !== '' && <span>{entry.actor}</span>} {entry.detail}
        </li>
      ))}
      {!entries.some((entry) => entry.kind === 'created') && (
        <li>
          <TimeText instant={createTime} />
          <b>{t('exceptionManage.history.created')}</b> {testPurposeName}
        </li>
      )}
    </ol>
  );
}

const KINDS = ['created', 'assigned', 'status', 'remark', 'resolved', 'regressed', 'updated'] as const;
const knownKind = (kind: string): (typeof KINDS)[number] => KINDS.find((known) => known === kind) ?? 'updated';

/** Everything about one exception, to read: why it is here, the route, its parts and what was done. */
export function ExceptionDrawer({ row, open, onClose }: Props) {
  const t = useT();
  const types = useExceptionTypes();
  const statuses = useDict('HANDLE_STATUS');
  if (row === undefined) return null;
  const result = row.obmAutotestResult;
  const target = traceTargetOf(row);
  const title = (
    <span className="pt-drawer-title">
      <SeverityMark severity={result.severity} />
      {result.testPurposeName || types.nameOf(result.testPurpose)}
      <StatusTag tone={handleTone(result.handleStatus)}>{statuses.nameOf(result.handleStatus)}</StatusTag>
    </span>
  );
  return (
    <Drawer open={open} onClose={onClose} title={title} size="min(820px, 92vw)" extra={'href' in target ? <GoLink href={target.href} className="pt-link">{t('exceptionManage.openTrace')}</GoLink> : undefined}>
      <p className="pt-why">{result.errorRemark}</p>
      <p className="pt-muted">{t('exceptionManage.rule', { text: types.describe(result.testPurpose) || result.testPurpose })}</p>
      <Section title={t('exceptionManage.section.evidence')}><EvidenceTable row={row} /></Section>
      <Section title={t('exceptionManage.section.facts')}><Facts row={row} /></Section>
      <Section title={t('exceptionManage.section.route')}><Route row={row} /></Section>
      {row.obmMultiVessel.length > 0 && <Section title={t('exceptionManage.section.legs')}><Legs row={row} /></Section>}
      {row.obmDocActualContainerList.length > 0 && <Section title={t('exceptionManage.section.containers')}><Containers row={row} /></Section>}
      {row.mdStatusRecordList.length > 0 && <Section title={t('exceptionManage.section.milestones')}><Milestones row={row} /></Section>}
      <Section title={t('exceptionManage.section.history')}><History row={row} /></Section>
    </Drawer>
  );
}
