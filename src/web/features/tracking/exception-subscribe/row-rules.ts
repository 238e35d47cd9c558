import type { CallData } from '#contract/index.ts';

/** One row of the list: the subscription with its booking. */
export type SubscriptionRow = CallData<'querySubscriptions'>['records'][number];

/** Why something cannot be done with a row, as the key of a text. */
export type RowProblem = 'noBooking' | 'noData' | 'notSelfService';

const selfService = 'SHIPPING_TRACKING_WALI';

/** The id of a row. */
export const subscriptionId = (row: SubscriptionRow): string => row.obmTkSubscribe.obmTkSubscribeId;

/** The number a row is known by. */
export const numberOf = ({ obmTkSubscribe }: SubscriptionRow): string =>
  obmTkSubscribe.blNo ?? obmTkSubscribe.ctnNo ?? obmTkSubscribe.obmTkSubscribeId;

/** Where the trace of a row is, or why there is none. */
export function traceTargetOf(
  row: SubscriptionRow,
): { obmBkId: string; dataSource: string; href: string } | { problem: 'noBooking' } {
  const { bkId: obmBkId, bizSourceType: dataSource } = row.obmTkSubscribe;
  if (obmBkId === null || obmBkId === '') return { problem: 'noBooking' };
  return { obmBkId, dataSource, href: `/trace-detail?${new URLSearchParams({ obmBkId, dataSource })}` };
}

/** Expert data need data; self-service experts work on self-service subscriptions only. */
export function expertProblemOf(row: SubscriptionRow, self: boolean): RowProblem | undefined {
  if (self && row.obmTkSubscribe.processType !== selfService) return 'notSelfService';
  return row.obmTkSubscribe.subscribeStatus === 1 ? undefined : 'noData';
}
