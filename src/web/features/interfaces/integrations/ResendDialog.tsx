import { Radio } from 'antd';
import { useState } from 'react';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';

/** In hours; 0: whenever they were. */
const spans = { hour: 1, day: 24, week: 168, ever: 0 } as const;
const names = ['hour', 'day', 'week', 'ever'] as const;

type Props = { open: boolean; onClose: () => void; onResend: (withinHours: number) => Promise<void> };

/** Asks since when failed deliveries are sent again. */
export function ResendDialog({ open, onClose, onResend }: Props) {
  const t = useT();
  const [span, setSpan] = useState<(typeof names)[number]>('day');
  return (
    <AppDialog
      title={t('integrations.delivery.resendAllTitle')}
      open={open}
      width={480}
      okText={t('integrations.delivery.resend')}
      onOk={() => onResend(spans[span])}
      onCancel={onClose}
    >
      <p>{t('integrations.delivery.sinceHint')}</p>
      <Radio.Group
        aria-label={t('integrations.delivery.since')}
        value={span}
        options={names.map((name) => ({ value: name, label: t(`integrations.delivery.sinceName.${name}`) }))}
        onChange={(event) => setSpan(names.find((name) => name === event.target.value) ?? 'day')}
      />
    </AppDialog>
  );
}
