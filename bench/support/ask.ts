import { quantile } from './load.ts';

/** Asks the product; gives the answer's data and how long it took in milliseconds. */
export async function ask<T>(
  url: string,
  cookie: string,
  path: string,
  body?: object,
): Promise<{ data: T; tookMs: number }> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { source: 'Manual', 'content-type': 'application/json', cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await answer.json()) as { status: number; msg: string; data: T };
  if (envelope.status !== 1) throw new Error(`${path}: ${envelope.msg}`);
  return { data: envelope.data, tookMs: performance.now() - startedAt };
}

/** The middle and what 95 of 100 stay below. */
export const spread = (tookMs: readonly number[]): { middle: number; p95: number } => ({
  middle: quantile(tookMs, 0.5),
  p95: quantile(tookMs, 0.95),
});
