import type { HandlingDetail } from '#contract/exceptions/handling.ts';
import { useMayCall } from '#web/base/may-call.ts';
import { traceRoutes } from '#contract/tracking/trace-routes.ts';

/** The trace page of an exception, that of its mode; nothing while its subscription has no booking. */
export function traceHref({
  obmTkSubscribe: subscription,
  mode,
}: Pick<HandlingDetail, 'mode'> & {
  obmTkSubscribe: Pick<NonNullable<HandlingDetail['obmTkSubscribe']>, 'bkId' | 'bizSourceType'> | null;
}): string | undefined {
  if (subscription === null || !subscription.bkId) return undefined;
  const search = new URLSearchParams({ obmBkId: subscription.bkId, dataSource: subscription.bizSourceType });
  return `${traceRoutes[mode ?? 'sea']}?${search}`;
}

/** The trace page of an exception, for people who may open it. */
export function useTraceHref(detail: Parameters<typeof traceHref>[0]): string | undefined {
  return useMayCall('getTrace') ? traceHref(detail) : undefined;
}
