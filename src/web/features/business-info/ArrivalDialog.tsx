import { Progress, Table } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { call } from '#web/app/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { type Booking, numberOf, sameVoyage } from './info-rows.ts';
import { undoAction } from './use-deletes.ts';

type Row = CallData<'copyArrival'>['rows'][number];

/** As many bookings are written at once, so that each part answers within seconds. */
const PART = 500;

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / PART) }, (_, index) => ids.slice(index * PART, (index + 1) * PART));

/** Asks what would change, whenever the dialog opens. */
function usePreview(template: Booking, others: readonly Booking[]) {
  const [rows, setRows] = useState<readonly Row[]>();
  const [failure, setFailure] = useState<Error>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    setFailure(undefined);
    if (others.length === 0) {
      setRows([]);
      return undefined;
    }
    call(
      'copyArrival',
      { templateBkId: template.obmBkId, otherBkIdList: others.map(({ obmBkId }) => obmBkId), preview: 1 } as never,
      { signal: control.signal },
    ).then(
      (data) => setRows(data.rows),
      (error: Error) => !control.signal.aborted && setFailure(error),
    );
    return () => control.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was there when it was opened
  }, [template.obmBkId, attempt]);
  return { rows, failure, again: () => setAttempt(attempt + 1) };
}

type Props = {
  open: boolean;
  template: Booking;
  bookings: readonly Booking[];
  onClose: () => void;
  onChanged: () => void;
};

/** Gives the arrival of one booking to the others of its voyage, after a list of what it was and what it will be. */
export function ArrivalDialog({ open: isOpen, template, bookings, onClose, onChanged }: Props) {
  const t = useT();
  const sources = useDict('BIZ_SOURCE_TYPE');
  const { rows, failure, again } = usePreview(template, sameVoyage(template, bookings));
  const [done, setDone] = useState<number>();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  const changing = (rows ?? []).filter(({ changed }) => changed === 1);

  const apply = async (): Promise<void> => {
    const changeIds: string[] = [];
    let count = 0;
    try {
      for (const part of partsOf(changing.map(({ obmBkId }) => obmBkId))) {
        if (!open.current) break;
        setDone(count);
        const data = await call('copyArrival', {
          templateBkId: template.obmBkId,
          otherBkIdList: part,
        } as never);
        changeIds.push(...data.changeIds);
        count += part.length;
      }
      const action = undoAction(t, changeIds, onChanged);
      toast.success(t('businessInfo.arrival.done', { count }), action === undefined ? {} : { action });
      onClose();
    } catch (error) {
      toast.failure(error, t('businessInfo.arrival.failed', { done: count }));
      again();
    } finally {
      setDone(undefined);
      onChanged();
    }
  };
  const port = [template['podName'], template['podCode']].filter(Boolean).join(' ');
  return (
    <AppDialog
      open={isOpen}
      title={t('businessInfo.arrival.title')}
      width="min(860px, 92vw)"
      okText={t('businessInfo.arrival.apply', { count: changing.length })}
      okDisabled={changing.length === 0}
      onOk={apply}
      onCancel={onClose}
    >
      <p className="pt-info-template">
        {t('businessInfo.arrival.template', {
          number: numberOf(template),
          source: sources.nameOf(template.bizSourceType),
        })}
        <b>
          <PlanTime kind="actual" instant={template['ata'] as number} zone={template['podZone'] as string | null} />
        </b>
        <span className="pt-muted">
          {t('businessInfo.arrival.voyage', {
            vessel: template.custVessel ?? '',
            voyage: template.custVoyage ?? '',
            port,
          })}
        </span>
      </p>
      {failure !== undefined && <ErrorState message={failure.message} onRetry={again} />}
      {failure === undefined && rows === undefined && <LoadingState />}
      {rows !== undefined && (
        <>
          <Table<Row>
            size="small"
            rowKey="obmBkId"
            dataSource={changing}
            pagination={changing.length > 10 ? { pageSize: 10, showSizeChanger: false } : false}
            locale={{
              emptyText: (
                <EmptyState
                  title={t(rows.length === 0 ? 'businessInfo.arrival.none' : 'businessInfo.arrival.nothing')}
                />
              ),
            }}
            columns={[
              {
                key: 'number',
                title: t('businessInfo.arrival.number'),
                render: (_, row) => [row.blNo, row.ctnNo].filter(Boolean).join(' / '),
              },
              {
                key: 'before',
                title: t('businessInfo.arrival.before'),
                render: (_, row) => <PlanTime kind="actual" instant={row.before} zone={row.zone} />,
              },
              {
                key: 'after',
                title: t('businessInfo.arrival.after'),
                render: (_, row) => <PlanTime kind="actual" instant={row.after} zone={row.zone} />,
              },
            ]}
          />
          {rows.length > changing.length && (
            <p className="pt-muted">{t('businessInfo.arrival.unchanged', { count: rows.length - changing.length })}</p>
          )}
        </>
      )}
      {done !== undefined && (
        <div role="status">
          {t('businessInfo.arrival.progress', { done, total: changing.length })}
          <Progress
            size="small"
            showInfo={false}
            percent={Math.round((done / Math.max(1, changing.length)) * 100)}
            aria-label={t('businessInfo.arrival.title')}
          />
        </div>
      )}
    </AppDialog>
  );
}
