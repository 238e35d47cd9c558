import { Input } from 'antd';
import { useState } from 'react';
import { call } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { useOpening } from '#web/kit/dialog/use-opening.ts';
import { RemoteSelect } from '#web/kit/search/RemoteSelect.tsx';
import type { Named } from '#web/kit/search/use-names.ts';
import { toast } from '#web/kit/toast/toast.ts';

type Props = { open: boolean; from: number; by: string | undefined; onClose: () => void };

/** Sends the hand-over to those who come next. */
export function SendDialog({ open, from, by, onClose }: Props) {
  const t = useT();
  const [people, setPeople] = useState<Named[]>([]);
  const [note, setNote] = useState('');
  useOpening(open, () => {
    setPeople([]);
    setNote('');
  });
  const send = async (): Promise<void> => {
    try {
      await call('handOverSend', {
        from,
        ...(by === undefined ? {} : { by }),
        userCodes: people.map(({ value }) => value),
        ...(note.trim() === '' ? {} : { note }),
      });
      toast.success(t('handOver.sent'));
    } catch (error) {
      toast.failure(error, t('handOver.sendFailed'));
      throw error;
    }
    onClose();
  };
  return (
    <AppDialog
      title={t('handOver.send')}
      open={open}
      width={520}
      okText={t('handOver.send')}
      okDisabled={people.length === 0}
      dirty={people.length > 0 || note !== ''}
      onOk={send}
      onCancel={onClose}
    >
      <div className="pt-hand-over-send">
        <RemoteSelect
          from="users"
          framed
          label={t('handOver.to')}
          placeholder={t('handOver.chooseUser')}
          value={people}
          onChange={setPeople}
        />
        <Input.TextArea
          rows={4}
          maxLength={2000}
          aria-label={t('handOver.note')}
          placeholder={t('handOver.note')}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <p className="pt-muted">{t('handOver.sendHint')}</p>
      </div>
    </AppDialog>
  );
}
