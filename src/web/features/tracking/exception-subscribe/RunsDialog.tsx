import { Button } from 'antd';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { numberOf, subscriptionId, type SubscriptionRow } from './row-rules.ts';
import { RunsTable, watchRuns } from './RunsTable.tsx';

type Props = { open: boolean; row: SubscriptionRow | undefined; onClose: () => void; onChanged: () => void };

/** What was run for a subscription and what came of it; what runs is watched, what a recompute run dropped comes back here. */
export function RunsDialog({ open, row, onClose, onChanged }: Props) {
  const t = useT();
  const input = row === undefined ? {} : { obmTkSubscribeId: subscriptionId(row) };
  const query = useCall('replayRuns', input, { enabled: open && row !== undefined, staleTime: 0, ...watchRuns });
  const restore = async (runId: string): Promise<void> => {
    try {
      toast.success((await callFull('restoreOverrides', { ...input, runId })).msg);
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    }
    void query.refetch();
    onChanged();
  };
  return (
    <AppDialog
      open={open}
      title={`${t('exceptionSubscribe.runs.title')} · ${row === undefined ? '' : numberOf(row)}`}
      width={920}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <RunsTable query={query} onRestore={(runId) => void restore(runId)} />
    </AppDialog>
  );
}
