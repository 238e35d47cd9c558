import { LinkOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import { preferenceKey } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { useT } from '#web/i18n/index.ts';
import type { exceptionSubscribe as texts } from '#web/i18n/zh/exception-subscribe.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { useCarriers, useDict, useExceptionTypes, useTenants } from '#web/kit/search/use-names.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { carrierHref } from '#web/kit/value/format-value.ts';
import { SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { sortableColumns } from './list-state.ts';
import { numberOf, type SubscriptionRow, traceTargetOf } from './row-rules.ts';

type Column = DataColumn<SubscriptionRow>;

/** Number of a bill or container that opens the trace of the row, or says why it cannot. */
function TraceNumber({ row, number }: { row: SubscriptionRow; number: string | null }) {
  const t = useT();
  if (number === null || number === '') return null;
  const target = traceTargetOf(row);
  if ('problem' in target) {
    const warn = (): void => toast.warn(t(`exceptionSubscribe.problem.${target.problem}`));
    return (
      <button type="button" className="pt-link pt-mono" onClick={warn}>
        {number}
      </button>
    );
  }
  const { obmBkId, dataSource, href } = target;
  const keep = (): void => localStore.set(preferenceKey('trace-detail'), JSON.stringify({ obmBkId, dataSource }));
  return (
    <GoLink href={href} className="pt-link pt-mono" onClick={keep}>
      {number}
    </GoLink>
  );
}

/** Carrier as a link to its own tracking page; the number is copied, since most of those pages ask for it. */
function CarrierSite({ row, name }: { row: SubscriptionRow; name: string }) {
  const t = useT();
  const { blNo, ctnNo } = row.obmTkSubscribe;
  const href = carrierHref(row.carrierUrl, { blNo, ctnNo });
  if (href === undefined) return <>{name}</>;
  const number = numberOf(row);
  const copy = (): void => {
    void copyText(number).then((done) => done && toast.success(t('exceptionSubscribe.numberCopied', { number })));
  };
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="pt-link" onClick={copy}>
      {name} <LinkOutlined aria-label={t('exceptionSubscribe.newTab')} />
    </a>
  );
}

function DataTag({ row }: { row: SubscriptionRow }) {
  const t = useT();
  const has = row.obmTkSubscribe.subscribeStatus === 1;
  const experts = Object.keys(row.updateLogMap).length;
  return (
    <>
      <StatusTag tone={has ? 'ok' : 'neutral'}>
        {t(has ? 'exceptionSubscribe.hasData' : 'exceptionSubscribe.noData')}
      </StatusTag>
      {experts > 0 && (
        <span className="pt-sourced-mark" title={t('exceptionSubscribe.expertCount', { count: experts })}>
          {t('value.expert')}
        </span>
      )}
    </>
  );
}

/** The columns of the list: names instead of codes. */
export function useSubscriptionColumns(): Column[] {
  const t = useT();
  const types = useExceptionTypes();
  const sources = useDict('BIZ_SOURCE_TYPE');
  const channels = useDict('OCEAN_PROCESS_TYPE');
  const directions = useDict('IN_OUT_FLAG');
  const tenants = useTenants();
  const carriers = useCarriers();

  return useMemo(() => {
    type Key = Parameters<typeof titleKey>[0];
    const titleKey = (key: keyof typeof texts.column) => t(`exceptionSubscribe.column.${key}`);
    const column = (key: Key, text: Column['text'], more: Partial<Column> = {}): Column => ({
      key,
      title: titleKey(key),
      text,
      ...(sortableColumns.has(key) ? { sortName: key } : {}),
      ...more,
    });
    const typeOf = ({ obmAutotestResult: result }: SubscriptionRow): string =>
      result === null ? '' : result.testPurposeName || types.nameOf(result.testPurpose);
    const carrierOf = (row: SubscriptionRow): string => carriers.nameOf(row.obmTkSubscribe.carrierCode);
    return [
      column('blNo', (row) => row.obmTkSubscribe.blNo ?? '', {
        width: 158,
        copyable: true,
        render: (row) => <TraceNumber row={row} number={row.obmTkSubscribe.blNo} />,
      }),
      column('ctnNo', (row) => row.obmTkSubscribe.ctnNo ?? '', {
        width: 140,
        copyable: true,
        render: (row) => <TraceNumber row={row} number={row.obmTkSubscribe.ctnNo} />,
      }),
      column('carrierCode', carrierOf, { render: (row) => <CarrierSite row={row} name={carrierOf(row)} /> }),
      column('tenantCode', (row) => row.obmTkSubscribe.tenantName || tenants.nameOf(row.obmTkSubscribe.tenantCode)),
      column(
        'subscribeStatus',
        (row) =>
          t(row.obmTkSubscribe.subscribeStatus === 1 ? 'exceptionSubscribe.hasData' : 'exceptionSubscribe.noData'),
        { width: 118, render: (row) => <DataTag row={row} /> },
      ),
      column('testPurpose', typeOf, {
        width: 150,
        render: (row) =>
          row.obmAutotestResult && (
            <span className="pt-type">
              <SeverityMark severity={row.obmAutotestResult.severity} wordless />
              {typeOf(row)}
            </span>
          ),
      }),
      column(
        'isBillNo',
        (row) => t(row.obmTkSubscribe.isBillNo === 1 ? 'exceptionSubscribe.bill' : 'exceptionSubscribe.container'),
        { width: 104 },
      ),
      column('vesselName', (row) => row.obmTkSubscribe.vesselName ?? '', { width: 150, copyable: true }),
      column('voyage', (row) => row.obmTkSubscribe.voyage ?? '', { width: 90 }),
      column('recordTime', (row) => timeAsText(row.obmTkSubscribe.recordTime), {
        width: 170,
        render: (row) => <TimeText instant={row.obmTkSubscribe.recordTime} />,
      }),
      column('endFlag', (row) => t(row.obmTkSubscribe.endFlag === 1 ? 'common.yes' : 'common.no'), { width: 96 }),
      column('bizSourceType', (row) => sources.nameOf(row.obmTkSubscribe.bizSourceType), { width: 110 }),
      column('processType', (row) => channels.nameOf(row.obmTkSubscribe.processType)),
      column('inOutFlag', (row) => directions.nameOf(row.obmTkSubscribe.inOutFlag), { width: 90 }),
      column('remark', (row) => row.obmTkSubscribe.remark ?? '', { width: 180 }),
      column('obmTkSubscribeId', (row) => row.obmTkSubscribe.obmTkSubscribeId, { width: 110, copyable: true }),
    ];
  }, [t, types, sources, channels, directions, tenants, carriers]);
}
