import { useMemo } from 'react';
import { isOneOf } from '#shared/values/objects.ts';
import { webhookKinds } from '#shared/reference/webhooks.ts';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { TimeText, timeAsText } from '#web/kit/value/TimeText.tsx';
import type { WebhookRow } from './use-webhook-acts.ts';

const tones: Readonly<Record<WebhookRow['state'], Tone>> = {
  active: 'ok',
  retrying: 'warn',
  paused: 'info',
  ended: 'neutral',
};
const maxCounted = 1_000;

/** Gives what a webhook is notified of, in words. */
export function useFilterText(): (row: WebhookRow) => string {
  const t = useT();
  return ({ filters }) => {
    const { eventType = [], ...others } = filters;
    const kinds = [eventType].flat().map((kind) => {
      const known = kind.toUpperCase();
      return isOneOf(webhookKinds, known) ? t(`integrations.webhook.shortKind.${known}`) : kind;
    });
    const values = Object.values(others).map((value) => [value].flat().join(', '));
    return [...kinds, ...values].join(' · ') || t('integrations.webhook.all');
  };
}

/** The state of a webhook. */
export function WebhookState({ state }: Pick<WebhookRow, 'state'>) {
  const t = useT();
  return <StatusTag tone={tones[state]}>{t(`integrations.webhook.state.${state}`)}</StatusTag>;
}

/** The columns of the webhooks. */
export function useWebhookColumns(): DataColumn<WebhookRow>[] {
  const t = useT();
  const filterText = useFilterText();
  return useMemo(() => {
    const time = (key: 'lastDeliveredTime' | 'nextTryTime' | 'createTime'): DataColumn<WebhookRow> => ({
      key,
      title: t(`integrations.webhook.column.${key}`),
      width: 176,
      text: (row) => timeAsText(row[key]),
      render: (row) => <TimeText instant={row[key]} />,
    });
    const title = (key: 'callbackUrl' | 'tenantName' | 'state' | 'events' | 'waiting' | 'lastErrorText'): string =>
      t(`integrations.webhook.column.${key}`);
    return [
      { key: 'callbackUrl', title: title('callbackUrl'), width: 300, text: (row) => row.callbackUrl, copyable: true },
      {
        key: 'state',
        title: title('state'),
        width: 104,
        text: (row) => t(`integrations.webhook.state.${row.state}`),
        render: (row) => <WebhookState state={row.state} />,
      },
      { key: 'events', title: title('events'), width: 180, text: filterText },
      {
        key: 'waiting',
        title: title('waiting'),
        width: 100,
        align: 'end',
        text: (row) =>
          row.waiting >= maxCounted
            ? t('integrations.webhook.waitingMost', { count: row.waiting })
            : String(row.waiting),
      },
      time('lastDeliveredTime'),
      { key: 'lastErrorText', title: title('lastErrorText'), width: 160, text: (row) => row.lastErrorText ?? '' },
      time('nextTryTime'),
      { key: 'tenantName', title: title('tenantName'), width: 160, text: (row) => row.tenantName },
      time('createTime'),
    ];
  }, [t, filterText]);
}
