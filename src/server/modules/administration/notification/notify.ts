import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import { shownAddress } from '#shared/text/shown-address.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { eventName, isEvent, statusDictionary, type NotificationCause } from './causes.ts';
import { conditionHolds } from './match-condition.ts';
import { insertNotifications, listListening, type FeedbackRow, type NewNotification } from './queries.ts';
import { renderTexts, tenantNameOf } from './render.ts';
import { newWebhookId } from './standard-webhooks.ts';
import { enqueueNotifications } from './notification-task.ts';

/** What notifying needs of the product. */
export type NotifyDeps = {
  database: Database;
  queue: Queue;
  clock: Clock;
  reference: () => Pick<ReferenceSnapshot, 'dictionary'>;
  /** Where people reach the product. */
  publicUrl: string;
};

const listOf = (text: string | null): string[] => (text ?? '').split(',').filter(Boolean);

function listens(feedback: FeedbackRow, cause: NotificationCause): boolean {
  if (feedback.tenant_id !== cause.tenantId) return false;
  if (cause.feedbackIds !== undefined && !cause.feedbackIds.includes(feedback.id)) return false;
  if (cause.kind === 'event' && cause.feedbackIds !== undefined)
    return conditionHolds(feedback.trigger_match_info, cause);
  if (cause.onlyNamed !== undefined && feedback.feedback_type !== 'IN_APP') {
    if (feedback.trigger_match_info?.includes(cause.onlyNamed) !== true) return false;
  }
  const statuses = isEvent(cause.status) ? feedback.trigger_events : feedback.trigger_status;
  return listOf(statuses).includes(cause.status) && conditionHolds(feedback.trigger_match_info, cause);
}

const statusNameOf = (deps: NotifyDeps, cause: NotificationCause, lang: 'zh' | 'en'): string => {
  const codeType = statusDictionary(cause.status);
  const entry = deps
    .reference()
    .dictionary.find((item) => item.codeType === codeType && item.codeValue === cause.status);
  return (lang === 'zh' ? entry?.displayCn : entry?.displayEn) ?? cause.status;
};

/** A notification of a definition about a cause, with its texts filled. */
function build(deps: NotifyDeps, feedback: FeedbackRow, cause: NotificationCause): NewNotification {
  const link = `${deps.publicUrl}${cause.linkPath}`;
  const texts = renderTexts(feedback, {
    ...cause.describe(feedback.language),
    tenant: tenantNameOf(feedback),
    status: statusNameOf(deps, cause, feedback.language),
    time: placeTimeText(cause.at, feedback.zone, feedback.language, 'second'),
    link,
  });
  return {
    tenant_id: feedback.tenant_id,
    feedback_id: feedback.id,
    feedback_name: feedback.feedback_name,
    feedback_type: feedback.feedback_type,
    kind: cause.kind,
    cause_key: cause.key,
    cause_status: cause.status,
    webhook_id: newWebhookId(),
    address: shownAddress(feedback.feedback_addr),
    ...texts,
    facts: {
      event: eventName(cause.kind, cause.status),
      tenantCode: feedback.tenant_code,
      status: cause.status,
      link,
      ...cause.facts,
    },
    cause_at: new Date(cause.at).toISOString(),
    created_by: 'system',
  };
}

/**
 * Tells anyone who listens to these causes: writes one notification per definition, subject and status (never a second
 * one) and puts it into the queue, all in the current transaction. Gives how many are new.
 */
export async function notify(deps: NotifyDeps, causes: readonly NotificationCause[]): Promise<number> {
  if (causes.length === 0) return 0;
  const tenantIds = [...new Set(causes.map((cause) => cause.tenantId))];
  const named = causes.flatMap(({ kind, feedbackIds = [] }) => (kind === 'event' ? feedbackIds : []));
  const feedbacks = await listListening(deps.database, tenantIds, named);
  if (feedbacks.length === 0) return 0;
  const rows = causes.flatMap((cause) =>
    feedbacks.filter((feedback) => listens(feedback, cause)).map((feedback) => build(deps, feedback, cause)),
  );
  if (rows.length === 0) return 0;
  const ids = await deps.database.transaction(async () => {
    const made = await insertNotifications(deps.database, rows, deps.clock.now());
    await enqueueNotifications(deps.queue, made);
    return made;
  });
  return ids.length;
}
