import type { CallData } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import type { SubscriptionKind } from './subscription-kind.ts';
import { listChangesOf, type SubscribedChange } from './subscription-queries.ts';

type Changes = CallData<'sailingSubscriptionChanges'>;

/** More changes than a carrier makes of one sailing in the 15 days of a subscription. */
const maxChanges = 1000;

/** A change as it travels. */
export const presentChange = ({ at, field, old_value, new_value }: SubscribedChange): Changes['changes'][number] => ({
  time: at,
  field,
  oldValue: old_value,
  newValue: new_value,
});

/** Everything that changed of what one subscription is about, the newest first; one of another tenant is not there. */
export async function getChanges(ctx: Ctx, kind: SubscriptionKind, id: number): Promise<Changes> {
  const changes = await listChangesOf(ctx, kind, id, maxChanges);
  if (changes === undefined) throw notFound();
  return { changes: changes.map(presentChange) };
}
