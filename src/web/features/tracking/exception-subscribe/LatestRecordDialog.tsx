import { Button } from 'antd';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { copyText } from '#web/kit/copy-text.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { EmptyState, ErrorState, LoadingState } from '#web/kit/state/States.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { formatCount } from '#web/kit/value/format-value.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { subscriptionId, type SubscriptionRow } from './row-rules.ts';

type Props = { open: boolean; row: SubscriptionRow | undefined; onClose: () => void };

/** The newest answer of FT as it was received, to read and to copy. */
export function LatestRecordDialog({ open, row, onClose }: Props) {
  const t = useT();
  const query = useCall('latestFtRecord', row === undefined ? {} : { obmTkSubscribeId: subscriptionId(row) }, {
    enabled: open && row !== undefined,
    staleTime: 0,
  });
  const record = query.data;
  const copy = async (): Promise<void> => {
    if (record == null) toast.warn(t('exceptionSubscribe.problem.nothingToCopy'));
    else if (await copyText(record.record)) toast.success(t('exceptionSubscribe.latest.copied'));
  };
  return (
    <AppDialog
      open={open}
      title={t('exceptionSubscribe.latest.title')}
      width={820}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button type="primary" onClick={() => void copy()}>
            {t('exceptionSubscribe.latest.copy')}
          </Button>
        </>
      }
    >
      {query.isError ? (
        <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />
      ) : query.isPending ? (
        <LoadingState />
      ) : record == null ? (
        <EmptyState text={t('exceptionSubscribe.latest.none')} />
      ) : (
        <>
          <p className="pt-muted">
            {t('exceptionSubscribe.latest.about', { source: record.sourceName, size: formatCount(record.sizeBytes) })}
          </p>
          <p className="pt-muted">
            {(
              [
                ['asked', record.askTime],
                ['answered', record.answerTime],
                ['changed', record.receiveTime],
              ] as const
            ).map(([what, at]) =>
              at === null ? null : (
                <span key={what}>
                  {t(`exceptionSubscribe.latest.${what}`)} <TimeText instant={at} />
                  {'\u2003'}
                </span>
              ),
            )}
          </p>
          <pre className="pt-raw" tabIndex={0} aria-label={t('exceptionSubscribe.latest.title')}>
            {record.record}
          </pre>
        </>
      )}
    </AppDialog>
  );
}
