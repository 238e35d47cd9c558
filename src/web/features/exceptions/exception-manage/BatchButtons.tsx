import { Button } from 'antd';
import { useT } from '#web/i18n/index.ts';
import type { Selection } from '#web/kit/table/selection.ts';

type Props = { selection: Selection<unknown>; onBatch: (kind: 'assign' | 'batch') => void };

/** What can be done with all selected rows. */
export function BatchButtons({ selection, onBatch }: Props) {
  const t = useT();
  const type = selection.ids.length > 0 ? 'primary' : 'default';
  return (
    <>
      <Button size="small" type={type} onClick={() => onBatch('assign')}>
        {t('exceptionManage.batchAssign')}
        <kbd className="pt-batch-key" aria-hidden="true">
          A
        </kbd>
      </Button>
      <Button size="small" type={type} onClick={() => onBatch('batch')}>
        {t('exceptionManage.batchUpdate')}
        <kbd className="pt-batch-key" aria-hidden="true">
          U
        </kbd>
      </Button>
    </>
  );
}
