import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import type { Selection } from '#web/kit/table/selection.ts';
import type { Actions } from './use-actions.tsx';

type Props = { selection: Selection<unknown>; onBatch: Actions['batch'] };

/** Importing, and what can be done with all selected rows. */
export function BatchButtons({ selection, onBatch }: Props) {
  const t = useT();
  const type = selection.ids.length > 0 ? 'primary' : 'default';
  return (
    <>
      <Button size="small" onClick={() => onBatch('import')}>
        {t('exceptionSubscribe.batch.import')}
      </Button>
      {(['activate', 'cancel', 'query'] as const).map((kind) => (
        <Button key={kind} size="small" type={type} onClick={() => onBatch(kind)}>
          {t(`exceptionSubscribe.batch.${kind}`)}
        </Button>
      ))}
      <Button size="small" onClick={() => onBatch('replay')}>
        {t('exceptionSubscribe.batch.replay')}
      </Button>
    </>
  );
}
