import { OrderedListOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCall } from '#web/base/use-call.ts';
import { pollWhile } from '#web/kit/run/poll-while.ts';
import { useT } from '#web/i18n/index.ts';
import { late } from '#web/kit/late.tsx';
import { formatCount } from '#web/kit/value/format-value.ts';

const BulkRunDialog = late(async () => (await import('./BulkRunDialog.tsx')).BulkRunDialog);

type Props = {
  /** The run whose results are open. */
  shown: string | undefined;
  onShow: (runId: string | undefined) => void;
};

/** The way to what one has had done to many jobs: how far the newest run is, and the results of the last ones. */
export function BulkRuns({ shown, onShow }: Props) {
  const t = useT();
  const { data } = useCall('jobBulkRuns', undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => pollWhile(state.data?.[0]),
  });
  const newest = data?.[0];
  return (
    <>
      {newest !== undefined && (
        <Button size="small" icon={<OrderedListOutlined />} onClick={() => onShow(newest.runId)}>
          {newest.state === 'running'
            ? t('jobBulk.running', { done: formatCount(newest.done), total: formatCount(newest.total) })
            : t('jobBulk.open')}
        </Button>
      )}
      <BulkRunDialog
        open={shown !== undefined}
        runId={shown}
        runs={data ?? []}
        onRun={onShow}
        onClose={() => onShow(undefined)}
      />
    </>
  );
}
