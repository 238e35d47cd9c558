import { Button } from 'antd';
import { useLang, useT } from '#web/i18n/index.ts';
import { EmptyState, ProcessingState } from '#web/kit/state/States.tsx';
import { timeAsText } from '#web/kit/value/TimeText.tsx';
import { useTrace } from './trace-context.ts';
import { useSourceNames } from './use-source-names.ts';

type Props = { onRefresh: () => void; onAsOf: (asOf: number) => void };

/** Why a shipment shows neither route nor cargo: nothing has come yet, or what had come was taken back. */
export function NoData({ onRefresh, onAsOf }: Props) {
  const t = useT();
  const lang = useLang();
  const { withdrawn, legs } = useTrace();
  const nameOf = useSourceNames();
  if (withdrawn === null)
    return (
      <ProcessingState
        text={t(legs.length > 0 ? 'traceDetail.noContainers' : 'traceDetail.processing')}
        onRefresh={onRefresh}
      />
    );
  const sources = new Intl.ListFormat(lang).format(withdrawn.sourceCodes.map(nameOf));
  return (
    <div className="pt-trace-withdrawn">
      <EmptyState
        title={t('traceDetail.withdrawn')}
        text={t('traceDetail.withdrawnText', { sources, time: timeAsText(withdrawn.time) })}
      />
      <Button size="small" type="primary" onClick={() => onAsOf(withdrawn.time - 1)}>
        {t('traceDetail.beforeWithdrawal')}
      </Button>
    </div>
  );
}
