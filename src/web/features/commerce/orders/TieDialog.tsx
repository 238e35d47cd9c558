import { Input } from 'antd';
import { useState } from 'react';
import { call, CallError } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';

type Props = { open: boolean; orderLineId: string; lineNo: string; onClose: () => void; onTied: () => void };

/** Ties a tracked shipment to a line by its number; a number that cannot be tied says why. */
export function TieDialog({ open, orderLineId, lineNo, onClose, onTied }: Props) {
  const t = useT();
  const [referenceNo, setReferenceNo] = useState('');
  const [problem, setProblem] = useState<string>();
  const close = (): void => {
    setReferenceNo('');
    setProblem(undefined);
    onClose();
  };
  const isMissing = referenceNo.trim() === '';
  const { busy, run: tie } = useOnce(async (): Promise<void> => {
    try {
      await call('orderTie', { orderLineId, referenceNo });
      onTied();
      close();
    } catch (error) {
      if (error instanceof CallError && error.httpStatus < 500) setProblem(error.msg);
      else toast.failure(error, t('orders.failed'));
    }
  });
  return (
    <AppDialog
      open={open}
      title={t('orders.tie.title', { lineNo })}
      dirty={referenceNo !== ''}
      okText={t('orders.tie.add')}
      okDisabled={isMissing || busy}
      onOk={tie}
      onCancel={close}
    >
      <p className="pt-muted">{t('orders.tie.hint')}</p>
      <Input
        aria-label={t('orders.tie.number')}
        aria-invalid={problem !== undefined}
        status={problem === undefined ? '' : 'error'}
        maxLength={60}
        value={referenceNo}
        onChange={({ target }) => {
          setReferenceNo(target.value);
          setProblem(undefined);
        }}
        onPressEnter={() => isMissing || tie()}
      />
      {problem !== undefined && (
        <p className="pt-warning" role="alert">
          {problem}
        </p>
      )}
    </AppDialog>
  );
}
