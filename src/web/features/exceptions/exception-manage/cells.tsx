import { LinkOutlined } from '@ant-design/icons';
import { TestMark } from '#web/kit/value/TestMark.tsx';
import { useMemo } from 'react';
import type { exceptionsList } from '#lists/exceptions.ts';
import { usdText } from '#shared/text/usd-text.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { preferenceKey } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { carrierHref } from '#web/kit/value/format-value.ts';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import type { ListParts } from '#web/list/use-list.tsx';
import { type ExceptionRow, reasonNames, traceTargetOf } from './row-rules.ts';

/** Number of a bill or container that opens the trace of the row, or says why it cannot. */
function TraceLink({ row, number }: { row: ExceptionRow; number: string }) {
  const t = useT();
  if (number === '') return null;
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
  const lang = useLang();
  if (result.open === 1 && result.reason === 'escalating')
    return (
      <span className="pt-regressed" title={t('exceptionIncidents.escalatingHint')}>
        {reasonNames.escalating[lang]}
      </span>
    );
  if (result.regressions === 0) return null;
  return (
    <span className="pt-regressed" title={t('exceptionManage.regressedHint', { count: result.regressions })}>
      {t('value.regressed')}
    </span>
  );
}

/** How many other containers of the bill, each with a subscription of its own, have the problem too. */
function OtherContainers({ row: { obmAutotestResult: result } }: { row: ExceptionRow }) {
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

/** What may be lost, with its currency; nothing where nothing can be shown. */
export const moneyText = (usd: number): string => (usd === 0 ? '' : usdText(usd));

/** The cells that are more than the value of their column. */
export function useExceptionCells(): NonNullable<ListParts<typeof exceptionsList>['cells']> {
  const t = useT();
  return useMemo(
    () => ({
      blNo: {
        render: (row, _said, number = '') => (
          <>
            <TraceLink row={row} number={number} />
            <TestMark number={row.obmAutotestResult.blNo ?? row.obmAutotestResult.ctnNo} />
          </>
        ),
      },
      testPurpose: {
        render: (row, _said, type = '') => (
          <span className="pt-type">
            <span className="pt-type-name">{type}</span>
            <ReasonMark result={row.obmAutotestResult} />
          </span>
        ),
      },
      severity: { render: (row) => <SeverityMark severity={row.obmAutotestResult.severity} /> },
      moneyAtRisk: {
        text: (row) => moneyText(row.obmAutotestResult.moneyAtRisk),
        render: (row, _said, money = '') => <span title={row.obmAutotestResult.moneyReason ?? ''}>{money}</span>,
      },
      errorRemark: { lines: 2 },
      handleStatus: {
        drawnText: (row, status) => (row.obmAutotestResult.open === 0 ? `${status} ${t('value.resolved')}` : status),
        render: ({ obmAutotestResult: result }, _said, status = '') => (
          <>
            <StatusTag tone={handleTone(result.handleStatus)}>{status}</StatusTag>
            {result.open === 0 && (
              <span className="pt-resolved" title={t('exceptionManage.resolvedHint')}>
                {t('value.resolved')}
              </span>
            )}
          </>
        ),
      },
      chargeName: { text: ({ obmAutotestResult: result }) => result.chargeName ?? result.chargeCode ?? '' },
      ctnNo: {
        render: (row, _said, number = '') => (
          <>
            <TraceLink row={row} number={number} /> <OtherContainers row={row} />
          </>
        ),
      },
      carrierCode: { render: (row, _said, name = '') => <CarrierLink row={row} name={name} /> },
      handleRemark: { lines: 2 },
    }),
    [t],
  );
}
