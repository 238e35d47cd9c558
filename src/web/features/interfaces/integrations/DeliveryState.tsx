import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';

type Delivery = CallData<'webhookDeliveries'>['records'][number];

const tones: Readonly<Record<Delivery['state'], Tone>> = {
  waiting: 'info',
  delivered: 'ok',
  failed: 'danger',
  replaced: 'neutral',
};

/** What came of a delivery: its state, the last status, and whether it is sent again. */
export function DeliveryState({ delivery }: { delivery: Delivery }) {
  const t = useT();
  const { state, lastStatus, attempts, resending } = delivery;
  return (
    <>
      <StatusTag tone={tones[state]}>{t(`integrations.delivery.stateName.${state}`)}</StatusTag>{' '}
      {attempts > 0 && (lastStatus === null ? t('integrations.delivery.noAnswer') : `HTTP ${lastStatus}`)}{' '}
      {resending && <StatusTag tone="info">{t('integrations.delivery.resending')}</StatusTag>}
    </>
  );
}
