import { useQueryClient } from '@tanstack/react-query';
import type { CallData } from '#contract/index.ts';
import type { WebhookKind } from '#shared/reference/webhooks.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';

/** A webhook as the list shows it. */
export type WebhookRow = CallData<'webhookQuery'>[number];

/** What is asked again when something was done to a webhook. */
const asked = ['webhookQuery', 'webhookDeliveries', 'webhookDelivery'] as const;

/** What can be done to a webhook; what fails is shown, and the lists are read again. `onSecret` shows a new secret once. */
export function useWebhookActs(onSecret: (secret: string) => void = () => {}) {
  const t = useT();
  const client = useQueryClient();
  const act = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      toast.failure(error, t('integrations.webhook.failed'));
    }
    await Promise.all(asked.map((name) => client.invalidateQueries({ queryKey: [name] })));
  };
  return {
    pause: ({ webhookId }: WebhookRow, paused: boolean) =>
      act(async () => {
        const { msg } = await callFull('webhookPause', { webhookId, paused });
        toast.success(msg);
      }),
    rotate: async ({ webhookId }: WebhookRow): Promise<void> => {
      const agreed = await confirm({
        title: t('integrations.webhook.rotateTitle'),
        content: t('integrations.webhook.rotateContent'),
        okText: t('integrations.webhook.rotate'),
      });
      if (!agreed) return;
      await act(async () => {
        const { data } = await callFull('webhookRotate', { webhookId });
        onSecret(data.secret);
      });
    },
    end: async ({ webhookId, callbackUrl }: WebhookRow): Promise<void> => {
      const agreed = await confirm({
        title: t('integrations.webhook.endTitle'),
        content: t('integrations.webhook.endContent', { url: callbackUrl }),
        okText: t('integrations.webhook.end'),
        danger: true,
      });
      if (!agreed) return;
      await act(async () => {
        const { msg } = await callFull('webhookEnd', { webhookId });
        toast.success(msg);
      });
    },
    test: ({ webhookId }: WebhookRow, kind: WebhookKind) =>
      act(async () => {
        const { data } = await callFull('webhookTest', { webhookId, kind });
        if (data.state === 'delivered')
          toast.success(t('integrations.webhook.testDelivered', { status: data.lastStatus ?? '' }));
        else toast.warn(t('integrations.webhook.testFailed'));
      }),
    resend: async ({ webhookId }: WebhookRow, deliveryId: string): Promise<void> => {
      const agreed = await confirm({
        title: t('integrations.delivery.resendTitle'),
        content: t('integrations.delivery.resendContent'),
        okText: t('integrations.delivery.resend'),
      });
      if (!agreed) return;
      await act(async () => {
        const { msg } = await callFull('webhookResend', { webhookId, deliveryIds: [deliveryId] });
        toast.success(msg);
      });
    },
    resendFailed: ({ webhookId }: WebhookRow, failedWithinHours: number) =>
      act(async () => {
        const { data, msg } = await callFull('webhookResend', { webhookId, failedWithinHours });
        if (data.queued > 0) toast.success(msg);
        else toast.info(msg);
      }),
  };
}
