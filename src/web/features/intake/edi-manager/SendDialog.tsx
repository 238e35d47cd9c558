import { useQueryClient } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useId, useState } from 'react';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { usePartnerOptions } from './fields.tsx';

type Props = { open: boolean; onClose: () => void; onSent: (id: string) => void };

/** Sends the events of a shipment to a partner. */
export function SendDialog({ open, onClose, onSent }: Props) {
  const t = useT();
  const client = useQueryClient();
  const partners = usePartnerOptions();
  const [reference, setReference] = useState('');
  const [partnerCode, setPartner] = useState<string>();
  const ids = { reference: useId(), partner: useId() };
  const close = (): void => {
    setReference('');
    onClose();
  };
  const send = async (): Promise<void> => {
    try {
      const { data, msg } = await callFull('ediSend', { reference, partnerCode: partnerCode ?? '' });
      toast.success(msg);
      close();
      await client.invalidateQueries({ queryKey: ['ediQuery'] });
      onSent(data.id);
    } catch (error) {
      toast.failure(error, t('edi.send.failed'));
      throw error;
    }
  };
  return (
    <AppDialog
      title={t('edi.send.title')}
      open={open}
      width={520}
      okText={t('edi.send.ok')}
      okDisabled={reference.trim() === '' || partnerCode === undefined}
      dirty={reference !== ''}
      onOk={send}
      onCancel={close}
    >
      <div className="pt-edi-form">
        <label htmlFor={ids.reference}>{t('edi.send.reference')}</label>
        <Input
          id={ids.reference}
          value={reference}
          onChange={(event) => setReference(event.target.value)}
          maxLength={40}
        />
        <label htmlFor={ids.partner}>{t('edi.send.partner')}</label>
        <Select
          id={ids.partner}
          value={partnerCode ?? null}
          onChange={setPartner}
          options={partners}
          showSearch={{ optionFilterProp: 'label' }}
        />
        <p className="pt-muted">{t('edi.send.hint')}</p>
      </div>
    </AppDialog>
  );
}
