import { Button } from 'antd';
import { useState } from 'react';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormError } from '#web/kit/dialog/FormRow.tsx';
import { DateRangeText } from '#web/kit/search/DateRangeText.tsx';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { RunsTable, watchRuns } from './RunsTable.tsx';

/** Has the stored data of a carrier or a period read again, with progress; it goes on when the dialog is closed. */
export function ReplayDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const [carrier, setCarrier] = useState<{ value: string; label: string }>();
  const [period, setPeriod] = useState<{ from: string; to: string }>({ from: '', to: '' });
  const [busy, setBusy] = useState(false);
  const [requested, setRequested] = useState(false);
  const isUnbound = carrier === undefined && period.from === '' && period.to === '';
  const query = useCall('replayRuns', {}, { enabled: open, staleTime: 0, ...watchRuns });
  const start = async (): Promise<void> => {
    setRequested(true);
    if (isUnbound) return;
    setBusy(true);
    try {
      const { msg } = await callFull('replayStored', {
        carrierCode: carrier?.value ?? null,
        subscribeTimeFrom: period.from,
        subscribeTimeTo: period.to,
      });
      toast.success(msg);
      setRequested(false);
      void query.refetch();
    } catch (error) {
      toast.failure(error, t('exceptionSubscribe.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <AppDialog
      open={open}
      title={t('exceptionSubscribe.runs.titleMany')}
      width={860}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <p className="pt-muted">{t('exceptionSubscribe.replay.intro')}</p>
      <div className="pt-replay-scope">
        <span className="pt-replay-field">
          {t('exceptionSubscribe.replay.carrier')}
          <RemoteSelect
            from="carriers"
            single
            framed
            label={t('exceptionSubscribe.replay.carrier')}
            value={carrier === undefined ? [] : [carrier]}
            onChange={([chosen]) => setCarrier(chosen)}
          />
        </span>
        <span className="pt-replay-field">
          {t('exceptionSubscribe.replay.period')}
          <DateRangeText label={t('exceptionSubscribe.replay.period')} value={period} onChange={setPeriod} />
        </span>
        <Button type="primary" loading={busy} onClick={() => void start()}>
          {t('exceptionSubscribe.replay.start')}
        </Button>
      </div>
      <FormError text={requested && isUnbound ? t('exceptionSubscribe.replay.scope') : undefined} />
      <RunsTable query={query} />
    </AppDialog>
  );
}
