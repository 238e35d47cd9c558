// unscoped: The row was found by `ctx.db` before; what follows addresses it by id, and live events name their tenant.
import type { CallData, ParsedBody } from '#contract/index.ts';
import { feedback as feedbackEntity } from '#entities/feedback.ts';
import { previewRow, type EntityServices } from '#server/entity/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import { shownAddress } from '#shared/text/shown-address.ts';
import { itemAt } from '#shared/values/items.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import type { Delivery } from './channels/index.ts';
import { attemptDelivery, sendOnce, type DeliverDeps } from './deliver.ts';
import { reasonText } from './present.ts';
import { findFeedback, insertNotifications, type FeedbackRow } from './queries.ts';
import { renderTexts, tenantNameOf } from './render.ts';
import { newWebhookId } from './standard-webhooks.ts';

/** Placeholder values of a test: every one is filled, so that the text is seen as it will be. */
function sampleValues(feedback: FeedbackRow, link: string, now: number) {
  const lang = feedback.language;
  return {
    process: serverText('notification.testSubject', { name: feedback.feedback_name }, lang),
    tenant: tenantNameOf(feedback),
    status: serverText('notification.testStatus', {}, lang),
    jobId: '0',
    time: placeTimeText(now, feedback.zone, lang, 'second'),
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

/** The message of a test, as it would go out. */
function testMessage(ctx: Ctx, feedback: FeedbackRow, publicUrl: string) {
  const now = ctx.clock.now();
  const link = `${publicUrl}/feedback`;
  return {
    now,
    webhookId: newWebhookId(),
    texts: renderTexts(feedback, sampleValues(feedback, link, now)),
    facts: { event: 'feedback.test', tenantCode: feedback.tenant_code, status: 'TEST', link },
  };
}

async function writeTest(ctx: Ctx, feedback: FeedbackRow, publicUrl: string) {
  const { now, webhookId, texts, facts } = testMessage(ctx, feedback, publicUrl);
  const ids = await insertNotifications(
    ctx.unscoped,
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
        facts,
        cause_at: new Date(now).toISOString(),
        created_by: ctx.actor.userCode,
      },
    ],
    now,
  );
  return { id: itemAt(ids, 0), ...texts };
}

type TestCall = {
  ctx: Ctx;
  input: ParsedBody<'feedbackTest'>;
  deps: DeliverDeps;
  services: EntityServices;
};

const audited = (ctx: Ctx, feedback: FeedbackRow, entityId: string) =>
  writeAudit(ctx, {
    entity: 'notification',
    entityId,
    action: 'test',
    tenantId: feedback.tenant_id,
    after: {
      feedbackId: feedback.id === 0 ? null : feedback.id,
      feedbackType: feedback.feedback_type,
      address: shownAddress(feedback.feedback_addr),
    },
  });

function answerOf(
  ctx: Ctx,
  feedback: FeedbackRow,
  made: { id: string | null; subject: string | null; content: string },
  { delivery, durationMs }: { delivery: Delivery; durationMs: number },
): CallData<'feedbackTest'> {
  return {
    ok: delivery.ok,
    notificationId: made.id,
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

/** The definition that a form stands for, checked as if it were saved. */
async function formFeedback({ ctx, input, services }: TestCall): Promise<FeedbackRow> {
  const values = { ...input.feedback, ...(input.wlFeedbackId == null ? {} : { wlFeedbackId: input.wlFeedbackId }) };
  const raw = await previewRow({ ctx, entity: feedbackEntity, services, input: values });
  const tenant = await ctx.db
    .selectFrom('tenant')
    .select(['code', 'name', 'name_en', 'zone', 'language'])
    .where('id', '=', Number(raw['tenant_id']))
    .executeTakeFirst();
  if (tenant === undefined) throw notFound();
  return {
    id: 0,
    trigger_status: null,
    trigger_events: null,
    trigger_match_info: null,
    auth_sealed: null,
    feedback_subject: null,
    feedback_content: null,
    active: true,
    ...(raw as Pick<FeedbackRow, 'tenant_id' | 'feedback_name' | 'feedback_type' | 'feedback_addr'>),
    tenant_code: tenant.code,
    tenant_name: tenant.name,
    tenant_name_en: tenant.name_en,
    zone: tenant.zone,
    language: tenant.language === 'en' ? 'en' : 'zh',
  };
}

/** Sends a test by the values of a form; neither they nor the message are kept, only that there was a test. */
async function testForm(call: TestCall): Promise<CallData<'feedbackTest'>> {
  const { ctx, deps } = call;
  const feedback = await formFeedback(call);
  const { now, webhookId, texts, facts } = testMessage(ctx, feedback, deps.settings.publicUrl);
  await audited(ctx, feedback, webhookId);
  const attempt = await sendOnce(
    deps,
    { webhook_id: webhookId, tenant_id: feedback.tenant_id, ...texts, facts, kind: 'test', cause_at: now },
    feedback,
  );
  return answerOf(ctx, feedback, { id: null, ...texts }, attempt);
}

/** Sends a test at once, without retries, and gives what really came of it: by a saved definition, or by the values of a form. */
export async function testFeedback(call: TestCall): Promise<CallData<'feedbackTest'>> {
  const { ctx, input, deps } = call;
  if (input.feedback != null) return testForm(call);
  if (input.wlFeedbackId == null) throw refused('error.emptyInput');
  const visible = await ctx.db
    .selectFrom('feedback')
    .select('id')
    .where('id', '=', input.wlFeedbackId)
    .executeTakeFirst();
  const feedback = visible === undefined ? undefined : await findFeedback(ctx.unscoped, visible.id);
  if (feedback === undefined) throw notFound();
  const made = await ctx.unscoped.transaction(async () => {
    const test = await writeTest(ctx, feedback, deps.settings.publicUrl);
    await audited(ctx, feedback, String(test.id));
    return test;
  });
  const { delivery, durationMs } = await attemptDelivery(deps, made.id, {
    actorCode: ctx.actor.userCode,
    nextAt: () => null,
  });
  if (delivery === 'nothing') throw notFound();
  return answerOf(ctx, feedback, { ...made, id: String(made.id) }, { delivery, durationMs });
}
