import { z } from 'zod';
import type { CallData, ParsedQuery } from '#contract/index.ts';
import { receivedRecord } from '#contract/administration/notification.ts';
import type { Ctx } from '#server/platform/context.ts';
import { getVisible } from './outbox.ts';

const answerOf = z.object({ messages: z.array(receivedRecord).max(500) });
const timeoutMs = 5_000;

/**
 * What receivers of the simulated world got of one notification. They are asked over HTTP as foreign servers are; that
 * they do not answer is no failure of the notification.
 */
export async function getReceived({
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
