import { splitObjectNotices } from '#server/connectors/onerecord/index.ts';
import { refusal } from '#server/connectors/untrusted.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError, malformed } from '#server/platform/errors/app-error.ts';
import type { PushHeaders } from '#server/connectors/push-signature.ts';
import { admit } from './admit.ts';
import { noteRefusals } from './note-refusals.ts';
import { listKnownObjects, listSubscriptionsFor } from './queries.ts';
import type { PushDeps } from './receive-notification.ts';

/**
 * Takes notifications of a ONE Record server: they only say that an object has news, so that the server is requested it at once, for
 * every subscription of the waybill. Those that no subscription follows are counted and answered like the others. Of an object whose number nothing tells, the
 * server is queried first which waybill it is, unless that is known.
 */
export async function receiveObjectNotices(
  deps: PushDeps,
  { ctx, sourceCode, body, headers }: { ctx: Ctx; sourceCode: string; body: Buffer; headers: PushHeaders },
): Promise<{ asked: number; refused: number }> {
  const source = await admit(ctx, sourceCode, body, headers, deps.keys);
  if (source.protocol !== 'onerecord') throw new AppError('refusal.sourceUnknown', {}, 'unauthenticated');
  const { notices, opaque, refusals } = splitObjectNotices(body);
  if (notices.length === 0 && refusals[0]?.reason === 'unreadable') throw malformed('error.invalidJson');
  return ctx.unscoped.transaction(async () => {
    const waybills = [...new Set(notices.map(({ waybill }) => waybill))];
    const matches = waybills.length === 0 ? [] : await listSubscriptionsFor(ctx, source, waybills);
    const followed = new Set(matches.map(({ reference }) => reference));
    const unknown = notices
      .filter(({ waybill }) => !followed.has(waybill))
      .map(({ waybill, index }) =>
        refusal('unknown_reference', { index, field: 'hasLogisticsObject', value: waybill }),
      );
    const objectIds = [...new Set(opaque.map(({ objectId }) => objectId))];
    const known = objectIds.length === 0 ? [] : await listKnownObjects(ctx, source.id, objectIds);
    const isKnown = new Set(known.map((row) => row.object_id));
    for (const objectId of objectIds.filter((id) => !isKnown.has(id))) await deps.scheduleLookup(source.id, objectId);
    const targets = [...new Set([...matches, ...known].map((match) => match.target_id))];
    await deps.schedulePulls(targets.map((id) => ({ subscriptionSourceId: id, at: ctx.clock.now() })));
    await noteRefusals(ctx, source.id, [...refusals, ...unknown]);
    return { asked: targets.length, refused: refusals.length + unknown.length };
  });
}
