// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { FastifyRequest } from 'fastify';
import { countRefused } from '#server/modules/intake/refusal/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { AppError } from '#server/platform/errors/app-error.ts';
import { asRecord } from '#shared/values/objects.ts';

/** The source whose page a body claims to be, if it says so legibly. */
async function claimedSource(ctx: Ctx, body: unknown): Promise<number | null> {
  const code = asRecord(body)['carrierCode'];
  if (typeof code !== 'string' || code.length > 10) return null;
  const [row] = await ctx.unscoped.query<{ id: number }>(
    `select id from source where protocol = 'rpa' and carrier_code = $1 order by id limit 1`,
    [code.trim().toUpperCase()],
  );
  return row?.id ?? null;
}

/** Counts an answer of a robot that could not even be read as one, beside what other sources had refused. */
export async function countUnread({
  ctx,
  request,
  error,
}: {
  ctx: Ctx;
  request: FastifyRequest;
  error: unknown;
}): Promise<void> {
  // What was looked at and not kept has counted itself.
  if (error instanceof AppError && error.code.startsWith('refusal.')) return;
  await countRefused(ctx, error, async () => ({ via: 'rpa', sourceId: await claimedSource(ctx, request.body) }));
}
