import type { FastifyRequest } from 'fastify';
import { countRefused } from '#server/modules/intake/refusal/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { asRecord } from '#shared/values/objects.ts';
import { findPushSource } from './queries.ts';

/** Counts a notification that was refused as a whole: its signature, its size, its form. */
export async function countRefusedPush({
  ctx,
  request,
  error,
}: {
  ctx: Ctx;
  request: FastifyRequest;
  error: unknown;
}): Promise<void> {
  await countRefused(ctx, error, async () => {
    const code = asRecord(request.params)['sourceCode'];
    const source = typeof code === 'string' && code.length <= 60 ? await findPushSource(ctx, code) : undefined;
    return { via: 'push', sourceId: source?.id ?? null };
  });
}
