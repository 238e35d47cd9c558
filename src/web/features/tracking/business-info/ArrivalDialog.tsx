import { Button, Progress } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useSourceTypes } from '#web/kit/search/use-names.ts';
import { ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { numberAt, textAt } from '#web/kit/value/loose-row.ts';
import { PlanTime } from '#web/kit/value/PlanTime.tsx';
import { type ArrivalResult, type ArrivalRow, ArrivalRows } from './ArrivalRows.tsx';
import { type Booking, numberOf, sameVoyage } from './info-rows.ts';
import { undoAction } from './use-deletes.ts';

/** As many bookings are written at once, so that each part answers within seconds. */
const PART = 500;

const partsOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / PART) }, (_, index) => ids.slice(index * PART, (index + 1) * PART));

/** Asks what would change, whenever the dialog opens. */
function usePreview(template: Booking, others: readonly Booking[]) {
  const [rows, setRows] = useState<readonly ArrivalRow[]>();
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
      { templateBkId: template.obmBkId, otherBkIdList: others.map(({ obmBkId }) => obmBkId), preview: 1 },
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
  const sources = useSourceTypes();
  const { rows, failure, again } = usePreview(template, sameVoyage(template, bookings));
  const [results, setResults] = useState<ReadonlyMap<string, ArrivalResult>>(new Map());
  const [written, setWritten] = useState<readonly string[]>([]);
  const [done, setDone] = useState<number>();
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  const waiting = (rows ?? []).filter(({ obmBkId, changed }) => changed === 1 && results.get(obmBkId)?.kind !== 'done');

  const apply = async (): Promise<void> => {
    const changeIds: string[] = [];
    const ids = waiting.map(({ obmBkId }) => obmBkId);
    const found = new Map(results);
    for (const id of ids) found.set(id, { kind: 'notReached' });
    let count = 0;
    let running: readonly string[] = [];
    try {
      for (const part of partsOf(ids)) {
        if (!open.current) break;
        setDone(count);
        running = part;
        const data = await call('copyArrival', {
          templateBkId: template.obmBkId,
          otherBkIdList: part,
        });
        changeIds.push(...data.changeIds);
        for (const id of part) found.set(id, { kind: 'done' });
        count += part.length;
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      for (const id of running) found.set(id, { kind: 'refused', why });
      toast.failure(error, t('businessInfo.arrival.failed', { done: count }));
    } finally {
      if (count > 0) toast.success(t('businessInfo.arrival.done', { count }));
      setWritten((before) => [...before, ...changeIds]);
      setResults(found);
      setDone(undefined);
      onChanged();
    }
  };
  const finished = results.size > 0 && waiting.length === 0;
  const undo = undoAction(t, written, onChanged);
  const takeBack = (): void => {
    undo?.run();
    onClose();
  };
  const lastButtons = (
    <>
      {undo !== undefined && <Button onClick={takeBack}>{undo.label}</Button>}
      <Button type="primary" onClick={onClose}>
        {t('common.close')}
      </Button>
    </>
  );
  const port = [template['podName'], template['podCode']].filter(Boolean).join(' ');
  return (
    <AppDialog
      open={isOpen}
      title={t('businessInfo.arrival.title')}
      width="min(1040px, 94vw)"
      okText={t('businessInfo.arrival.apply', { count: waiting.length })}
      okDisabled={waiting.length === 0}
      {...(finished ? { footer: lastButtons } : {})}
      onOk={apply}
      onCancel={onClose}
    >
      <p className="pt-info-template">
        {t('businessInfo.arrival.template', {
          number: numberOf(template),
          source: sources.nameIn(template.bizSourceType, template.mode),
        })}
        <b>
          <PlanTime kind="actual" instant={numberAt(template, 'ata')} zone={textAt(template, 'podZone')} />
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
          <ArrivalRows rows={rows} results={results} />
          {rows.length > 0 && waiting.length === 0 && !finished && (
            <p className="pt-muted">{t('businessInfo.arrival.nothing')}</p>
          )}
        </>
      )}
      {done !== undefined && (
        <div role="status">
          {t('businessInfo.arrival.progress', { done, total: waiting.length })}
          <Progress
            size="small"
            showInfo={false}
            percent={Math.round((done / Math.max(1, waiting.length)) * 100)}
            aria-label={t('businessInfo.arrival.title')}
          />
        </div>
      )}
    </AppDialog>
  );
}
