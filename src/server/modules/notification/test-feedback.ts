import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { attemptDelivery, type DeliverDeps } from './deliver.ts';
import { reasonText } from './present.ts';
import { findFeedback, insertNotifications, type FeedbackRow } from './queries.ts';
import { renderTexts, shownAddress, tenantNameOf, timeText } from './render.ts';
import { newWebhookId } from './standard-webhooks.ts';

/** Placeholder values of a test: every one is filled, so that the text is seen as it will be. */
function sampleValues(feedback: FeedbackRow, link: string, now: number) {
  const lang = feedback.language;
  return {
    process: serverText('notification.testSubject', { name: feedback.feedback_name }, lang),
    tenant: tenantNameOf(feedback),
    status: serverText('notification.testStatus', {}, lang),
    jobId: '0',
    time: timeText(now, feedback.zone),
    error: serverText('notification.testError', {}, lang),
    link,
    severity: lang === 'zh' ? '严重' : 'high',
    billNo: 'TEST0000001',
    containerNo: 'CSQU3054383',
    carrier: 'TEST',
    vessel: 'TEST VESSEL',
    voyage: '001E',
  };
}

async function writeTest(ctx: Ctx, feedback: FeedbackRow, publicUrl: string) {
  const now = ctx.clock.now();
  const webhookId = newWebhookId();
  const link = `${publicUrl}/feedback`;
  const texts = renderTexts(feedback, sampleValues(feedback, link, now));
  const [id] = await insertNotifications(
    ctx.database,
    [
      {
        tenant_id: feedback.tenant_id,
        feedback_id: feedback.id,
        feedback_name: feedback.feedback_name,
        feedback_type: feedback.feedback_type,
        kind: 'test',
        cause_key: `test:${webhookId}`,
        cause_status: 'TEST',
        webhook_id: webhookId,
        address: shownAddress(feedback.feedback_addr),
        ...texts,
        facts: { event: 'feedback.test', tenantCode: feedback.tenant_code, status: 'TEST', link },
        cause_at: new Date(now).toISOString(),
        created_by: ctx.actor.userCode,
      },
    ],
    now,
  );
  return { id: id as number, ...texts };
}

/** Sends a test by a saved definition at once, without retries, and gives what really came of it. */
export async function testFeedback({
  ctx,
  input,
  deps,
}: {
  ctx: Ctx;
  input: ParsedBody<'feedbackTest'>;
  deps: DeliverDeps;
}): Promise<CallData<'feedbackTest'>> {
  const visible = await ctx.db
    .selectFrom('feedback')
    .select('id')
    .where('id', '=', input.wlFeedbackId)
    .executeTakeFirst();
  const feedback = visible === undefined ? undefined : await findFeedback(ctx.database, visible.id);
  if (feedback === undefined) throw notFound();
  const made = await ctx.database.transaction(async () => {
    const test = await writeTest(ctx, feedback, deps.settings.publicUrl);
    await writeAudit(ctx, {
      entity: 'notification',
      entityId: String(test.id),
      action: 'test',
      tenantId: feedback.tenant_id,
      after: { feedbackId: feedback.id, feedbackType: feedback.feedback_type },
    });
    return test;
  });
  const { delivery, durationMs } = await attemptDelivery(deps, made.id, {
    actorCode: ctx.actor.userCode,
    nextAt: () => null,
  });
  if (delivery === 'nothing') throw notFound();
  return {
    ok: delivery.ok,
    notificationId: String(made.id),
    feedbackType: feedback.feedback_type,
    address: shownAddress(feedback.feedback_addr),
    subject: made.subject,
    content: made.content,
    sent: delivery.sent ?? null,
    responseCode: delivery.code ?? null,
    durationMs,
    reasonText: reasonText(delivery.reason, ctx.lang),
    detail: delivery.detail ?? null,
  };
}
