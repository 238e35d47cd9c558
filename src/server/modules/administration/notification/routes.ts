// unscoped: The row was found by `ctx.db` before; what follows addresses it by id, and live events name their tenant.
import type { EntityServices } from '#server/entity/index.ts';
import { listRoute } from '#server/list/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import type { SecretKeys } from '#server/platform/crypto/index.ts';
import type { DeliverySettings } from './channels/index.ts';
import { nothingConfigured } from './delivery-settings.ts';
import { addDevice, listDevices, removeDevice } from './devices.ts';
import { getInbox, readInbox } from './inbox.ts';
import { getNotification, outboxSource, replayNotifications, getVisible } from './outbox.ts';
import { publicPushKey } from './push-keys.ts';
import { testFeedback } from './test-feedback.ts';
import { z } from 'zod';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import { receivedRecord } from '#contract/administration/notification.ts';
import type { Ctx } from '#server/platform/context.ts';

const answerOf = z.object({ messages: z.array(receivedRecord).max(500) });

const timeoutMs = 5_000;

/**
 * What receivers of the simulated world got of one notification. They are asked over HTTP as foreign servers are; that
 * they do not answer is no failure of the notification.
 */
async function getReceived({
  ctx,
  input,
  receiversUrl,
}: {
  ctx: Ctx;
  input: ParsedQuery<'outboxReceived'>;
  receiversUrl: string | null;
}): Promise<CallData<'outboxReceived'>> {
  const { webhook_id: webhookId } = await getVisible(ctx, input.notificationId);
  if (receiversUrl === null) return { simulated: false, messages: [] };
  try {
    const response = await fetch(`${receiversUrl}/messages?reference=${encodeURIComponent(webhookId)}`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parsed = answerOf.safeParse(await response.json());
    return { simulated: true, messages: parsed.success ? parsed.data.messages : [] };
  } catch (error) {
    ctx.log.warn({ err: error }, 'the receivers of the simulated world do not answer');
    return { simulated: true, messages: [] };
  }
}

/** What the module needs of the product. */
export type NotificationParts = {
  reference: () => ReferenceSnapshot;
  queue: Queue;
  keys: SecretKeys;
  delivery?: DeliverySettings;
  /** For definitions that are tested before they are saved. */
  services: EntityServices;
};

/** What was sent, sending it again, tests of definitions, and messages within the product. */
export const notificationRoutes =
  ({ reference, queue, keys, delivery: settings = nothingConfigured, services }: NotificationParts): Routes =>
  (app) => {
    const names = reference;
    listRoute(app, outboxSource(names));
    route(app, 'outboxGet', ({ ctx, input }) => getNotification({ ctx, input: input.query, names: names() }));
    route(app, 'outboxReplay', async ({ ctx, input }) => {
      const result = await replayNotifications({ ctx, input: input.body, queue });
      const { queued } = result;
      return answer(result, queued === 0 ? 'notification.noneQueued' : 'notification.queued', { count: queued });
    });
    route(app, 'outboxReceived', ({ ctx, input }) =>
      getReceived({ ctx, input: input.query, receiversUrl: settings.receiversUrl }),
    );
    route(app, 'feedbackTest', async ({ ctx, input }) => {
      const { clock, unscoped: database, log } = ctx;
      const result = await testFeedback({
        ctx,
        input: input.body,
        deps: { clock, database, log, keys, settings },
        services,
      });
      return result.ok
        ? answer(result, 'notification.testSent')
        : answer(result, 'notification.testFailed', { reason: result.reasonText ?? '' });
    });
    route(app, 'inboxQuery', ({ ctx, input }) => getInbox({ ctx, input: input.query, names: names() }));
    route(app, 'inboxRead', ({ ctx, input }) => readInbox({ ctx, input: input.body }));
    route(app, 'pushKey', async ({ ctx }) => ({ publicKey: await publicPushKey(ctx.unscoped, keys) }));
    route(app, 'pushDevices', ({ ctx }) => listDevices(ctx));
    route(app, 'pushDeviceAdd', async ({ ctx, input }) =>
      answer(await addDevice({ ctx, input: input.body, keys, settings }), 'notification.deviceAdded'),
    );
    route(app, 'pushDeviceRemove', async ({ ctx, input }) =>
      answer(await removeDevice({ ctx, input: input.body }), 'notification.deviceRemoved'),
    );
  };
