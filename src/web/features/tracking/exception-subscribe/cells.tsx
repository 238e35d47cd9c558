import { LinkOutlined } from '@ant-design/icons';
import { TestMark } from '#web/kit/value/TestMark.tsx';
import { useMemo } from 'react';
import type { subscriptionsList } from '#lists/subscriptions.ts';
import { GoLink } from '#web/base/GoLink.tsx';
import { preferenceKey } from '#web/base/session.ts';
import { localStore } from '#web/base/storage.ts';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { carrierHref } from '#web/kit/value/format-value.ts';
import { NoSourceTag } from '#web/kit/value/NoSource.tsx';
import { SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import type { ListParts } from '#web/list/use-list.tsx';
import { numberOf, type SubscriptionRow, traceTargetOf } from './row-rules.ts';

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

/** The number, marked where the shipment is test data. */
const marked = (row: SubscriptionRow, number: string | null) => (
  <>
    <TraceNumber row={row} number={number} />
    <TestMark number={number} />
  </>
);

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

function DataTag({ row, text }: { row: SubscriptionRow; text: string }) {
  const t = useT();
  const experts = Object.keys(row.updateLogMap).length;
  const { noSource, carrierCode } = row.obmTkSubscribe;
  if (noSource != null) return <NoSourceTag text={noSource} carrierCode={carrierCode} />;
  return (
    <>
      <StatusTag tone={row.obmTkSubscribe.subscribeStatus === 1 ? 'ok' : 'neutral'}>{text}</StatusTag>
      {experts > 0 && (
        <span className="pt-sourced-mark" title={t('exceptionSubscribe.expertCount', { count: experts })}>
          {t('value.expert')}
        </span>
      )}
    </>
  );
}

/** Name of the newest open exception of a row; empty where there is none. */
const exceptionOf = ({ obmAutotestResult }: SubscriptionRow): string => obmAutotestResult?.testPurposeName ?? '';

/** The cells of the list that are more than the value of their column. */
export function useSubscriptionCells(): NonNullable<ListParts<typeof subscriptionsList>['cells']> {
  const t = useT();
  const carriers = useCarriers();
  return useMemo(() => {
    const dataOf = (row: SubscriptionRow): string =>
      t(row.obmTkSubscribe.subscribeStatus === 1 ? 'exceptionSubscribe.hasData' : 'exceptionSubscribe.noData');
    return {
      blNo: { render: (row) => marked(row, row.obmTkSubscribe.blNo) },
      ctnNo: { render: (row) => marked(row, row.obmTkSubscribe.ctnNo) },
      carrierCode: {
        render: (row) => <CarrierSite row={row} name={carriers.nameOf(row.obmTkSubscribe.carrierCode)} />,
      },
      subscribeStatus: { text: dataOf, render: (row) => <DataTag row={row} text={dataOf(row)} /> },
      testPurpose: {
        text: exceptionOf,
        render: (row) =>
          row.obmAutotestResult && (
            <span className="pt-type">
              <SeverityMark severity={row.obmAutotestResult.severity} wordless />
              {exceptionOf(row)}
            </span>
          ),
      },
    };
  }, [t, carriers]);
}
