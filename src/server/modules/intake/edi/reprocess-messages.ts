import type { CallData, ParsedBody } from '#contract/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { listMessagesById } from './list-queries.ts';
import { presentMessage } from './present.ts';
import { reprocessMessage } from './reprocess-message.ts';
import type { EdiDeps } from './types.ts';

/** Reads stored messages again, by what is known now; a repetition or a test that is requested by name is taken too. */
export async function reprocessMessages(
  deps: EdiDeps,
  { ctx, input }: { ctx: Ctx; input: ParsedBody<'ediReprocess'> },
): Promise<CallData<'ediReprocess'>> {
  const found = await ctx.db
    .selectFrom('edi_message')
    .selectAll()
    .where('id', 'in', input.ids)
    .where('direction', '=', 'in')
    .orderBy('id')
    .execute();
  let done = 0;
  for (const stored of found) {
    const before = stored.state;
    if (!(await reprocessMessage(deps, stored, true))) continue;
    done += 1;
    await writeAudit(ctx, {
      entity: 'edi_message',
      entityId: String(stored.id),
      action: 'reprocess',
      tenantId: stored.tenant_id,
      before: { state: before },
    });
  }
  const rows = await listMessagesById(
    ctx,
    found.map(({ id }) => id),
  );
  return { done, messages: rows.map((row) => presentMessage(row, ctx)) };
}
