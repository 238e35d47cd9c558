import { LinkOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { exceptionColumns } from '#contract/exception-names.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { preferenceKey } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { useCarriers, useDict, useExceptionTypes, useTenants } from '#web/kit/search/use-names.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { carrierHref } from '#web/kit/value/format-value.ts';
import { usdText } from '#shared/text/usd-text.ts';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { timeAsText, TimeText } from '#web/kit/value/TimeText.tsx';
import { type ExceptionRow, traceTargetOf } from './row-rules.ts';

/** Number of a bill or container that opens the trace of the row, or says why it cannot. */
function TraceLink({ row, number }: { row: ExceptionRow; number: string | null }) {
  const t = useT();
  if (number === null || number === '') return null;
  const target = traceTargetOf(row);
  if ('problem' in target) {
    return (
      <button
        type="button"
        className="pt-link pt-mono"
        onClick={() => toast.warn(t(`exceptionManage.problem.${target.problem}`))}
      >
        {number}
      </button>
    );
  }
  const keep = (): void =>
    localStore.set(
      preferenceKey('trace-detail'),
      JSON.stringify({ obmBkId: target.obmBkId, dataSource: target.dataSource }),
    );
  return (
    <GoLink href={target.href} className="pt-link pt-mono" onClick={keep}>
      {number}
    </GoLink>
  );
}

/** Marks what came back or got worse; what is new needs no mark. */
function ReasonMark({ result }: { result: ExceptionRow['obmAutotestResult'] }) {
  const t = useT();
  if (result.open === 1 && result.reason === 'escalating')
    return (
      <span className="pt-regressed" title={t('exceptionIncidents.escalatingHint')}>
        {t('exceptionIncidents.reason.escalating')}
      </span>
    );
  if (result.regressions === 0) return null;
  return (
    <span className="pt-regressed" title={t('exceptionManage.regressedHint', { count: result.regressions })}>
      {t('value.regressed')}
    </span>
  );
}

/** How many other boxes of the bill, each with a subscription of its own, have the problem too. */
function OtherBoxes({ row: { obmAutotestResult: result } }: { row: ExceptionRow }) {
  const t = useT();
  if (result.ctnNo === null || result.boxNos.length < 2) return null;
  const title = `${t('exceptionManage.boxes', { count: result.boxNos.length })} ${result.boxNos.join(' ')}`;
  return <span title={title}>+{result.boxNos.length - 1}</span>;
}

/** Carrier as a link to its own tracking page; the number is copied, since most of those pages ask for it. */
function CarrierLink({ row, name }: { row: ExceptionRow; name: string }) {
  const t = useT();
  const { blNo, ctnNo } = row.obmAutotestResult;
  const href = carrierHref(row.carrierUrl, { blNo, ctnNo });
  if (href === undefined) return <>{name}</>;
  const number = blNo ?? ctnNo ?? '';
  const copy = (): void => {
    if (number !== '')
      void copyText(number).then((done) => done && toast.success(t('exceptionManage.numberCopied', { number })));
  };
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className="pt-link" onClick={copy}>
      {name} <LinkOutlined aria-label={t('exceptionManage.newTab')} />
    </a>
  );
}

const moneyOf = (usd: number): string => (usd === 0 ? '' : usdText(usd));

/** The columns of the list: names instead of codes, seventeen of them, how bad it is and what it may cost. */
export function useExceptionColumns(): DataColumn<ExceptionRow>[] {
  const t = useT();
  const types = useExceptionTypes();
  const statuses = useDict('HANDLE_STATUS');
  const channels = useDict('OCEAN_PROCESS_TYPE');
  const tenants = useTenants();
  const carriers = useCarriers();

  return useMemo(() => {
    type Key = (typeof exceptionColumns)[number];
    const titleOf = (key: Key) => t(`exceptionManage.column.${key}`);
    const column = (
      key: Key,
      text: (row: ExceptionRow) => string,
      more: Partial<DataColumn<ExceptionRow>> = {},
    ): DataColumn<ExceptionRow> => ({
      key,
      title: titleOf(key),
      text,
      ...(key === 'errorRemark' ? {} : { sortName: key }),
      ...more,
    });
    const time = (key: Key, of: (row: ExceptionRow) => number | null | undefined): DataColumn<ExceptionRow> =>
      column(key, (row) => timeAsText(of(row)), { render: (row) => <TimeText instant={of(row)} /> });
    const typeOf = ({ obmAutotestResult: result }: ExceptionRow): string =>
      result.testPurposeName || types.nameOf(result.testPurpose);
    const carrierOf = (row: ExceptionRow): string => carriers.nameOf(row.obmAutotestResult.carrierCode);
    const severityOf = (code: string): string =>
      t(`value.severity.${code === 'high' || code === 'medium' ? code : 'low'}`);
    const yesNo = (flag: 0 | 1 | undefined): string =>
      flag === undefined ? '' : flag === 1 ? t('common.yes') : t('common.no');

    const drawn: Record<Key, DataColumn<ExceptionRow>> = {
      blNo: column('blNo', (row) => row.obmAutotestResult.blNo ?? '', {
        copyable: true,
        render: (row) => <TraceLink row={row} number={row.obmAutotestResult.blNo} />,
      }),
      testPurpose: column('testPurpose', typeOf, {
        render: (row) => (
          <span className="pt-type">
            <span className="pt-type-name">{typeOf(row)}</span>
            <ReasonMark result={row.obmAutotestResult} />
          </span>
        ),
      }),
      severity: column('severity', (row) => severityOf(row.obmAutotestResult.severity), {
        render: (row) => <SeverityMark severity={row.obmAutotestResult.severity} />,
      }),
      moneyAtRisk: column('moneyAtRisk', (row) => moneyOf(row.obmAutotestResult.moneyAtRisk), {
        width: 120,
        render: ({ obmAutotestResult: result }) => (
          <span title={result.moneyReason ?? ''}>{moneyOf(result.moneyAtRisk)}</span>
        ),
      }),
      errorRemark: column('errorRemark', (row) => row.obmAutotestResult.errorRemark, {
        width: 340,
        grow: true,
        lines: 2,
      }),
      handleStatus: column('handleStatus', (row) => statuses.nameOf(row.obmAutotestResult.handleStatus), {
        drawnText: ({ obmAutotestResult: result }) =>
          `${statuses.nameOf(result.handleStatus)}${result.open === 0 ? ` ${t('value.resolved')}` : ''}`,
        render: ({ obmAutotestResult: result }) => (
          <>
            <StatusTag tone={handleTone(result.handleStatus)}>{statuses.nameOf(result.handleStatus)}</StatusTag>
            {result.open === 0 && (
              <span className="pt-resolved" title={t('exceptionManage.resolvedHint')}>
                {t('value.resolved')}
              </span>
            )}
          </>
        ),
      }),
      chargeName: column(
        'chargeName',
        (row) => row.obmAutotestResult.chargeName ?? row.obmAutotestResult.chargeCode ?? '',
      ),
      createTime: time('createTime', (row) => row.obmAutotestResult.createTime),
      ctnNo: column('ctnNo', (row) => row.obmAutotestResult.ctnNo ?? '', {
        copyable: true,
        render: (row) => (
          <>
            <TraceLink row={row} number={row.obmAutotestResult.ctnNo} /> <OtherBoxes row={row} />
          </>
        ),
      }),
      carrierCode: column('carrierCode', carrierOf, {
        render: (row) => <CarrierLink row={row} name={carrierOf(row)} />,
      }),
      tenantCode: column(
        'tenantCode',
        (row) => row.obmAutotestResult.tenantName || tenants.nameOf(row.obmAutotestResult.tenantCode),
      ),
      vesselName: column('vesselName', (row) => row.obmAutotestResult.vesselName ?? '', { copyable: true }),
      voyage: column('voyage', (row) => row.obmAutotestResult.voyage ?? ''),
      handleRemark: column('handleRemark', (row) => row.obmAutotestResult.handleRemark ?? '', { lines: 2 }),
      handleTime: time('handleTime', (row) => row.obmAutotestResult.handleTime),
      isBillNo: column('isBillNo', (row) =>
        row.obmTkSubscribe
          ? row.obmTkSubscribe.isBillNo === 1
            ? t('exceptionManage.bill')
            : t('exceptionManage.container')
          : '',
      ),
      subscribeTime: time('subscribeTime', (row) => row.obmTkSubscribe?.recordTime),
      endFlag: column('endFlag', (row) => yesNo(row.obmTkSubscribe?.endFlag)),
      processType: column('processType', (row) => channels.nameOf(row.obmTkSubscribe?.processType)),
    };
    return exceptionColumns.map((key) => drawn[key]);
  }, [t, types, statuses, channels, tenants, carriers]);
}
