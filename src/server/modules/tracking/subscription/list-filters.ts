import type { SubscriptionQuery } from '#contract/tracking/subscription.ts';
import { instantOf, noSuchId, splitNumbers, tenantIdsOf } from '#server/modules/exceptions/exception/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { refused } from '#server/platform/errors/app-error.ts';
import { containingPattern } from '#server/platform/search/index.ts';

/** The filters of the subscription list as the query takes them; only those that were given are present. */
export type SubscriptionFilterValues = {
  tenantIds?: number[];
  subscribedFrom?: Date;
  subscribedTo?: Date;
  subscriptionId?: number;
  subject?: 'bill' | 'container';
  billNos?: string[];
  containerNos?: string[];
  carrierCodes?: string[];
  vesselLike?: string;
  voyage?: string;
  sourceTypes?: string[];
  channels?: string[];
  /** They wait for data that no source can bring, or this is not so. */
  noSource?: true;
  notNoSource?: true;
};

const subscriptionIdOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : noSuchId);

/** Reads the wire's filters; text dates are days of `zone`. */
export function toSubscriptionFilters(
  query: SubscriptionQuery,
  zone: string,
  reference: ReferenceSnapshot,
): SubscriptionFilterValues {
  const from = query.subscribeTimeFrom;
  const to = query.subscribeTimeTo;
  const values: Record<keyof SubscriptionFilterValues, unknown> = {
    tenantIds: tenantIdsOf(query.tenantCode, reference),
    subscribedFrom: from === undefined ? undefined : instantOf(from, zone, false, 'subscribeTime'),
    subscribedTo: to === undefined ? undefined : instantOf(to, zone, true, 'subscribeTime'),
    subscriptionId: query.obmTkSubscribeId === undefined ? undefined : subscriptionIdOf(query.obmTkSubscribeId),
    subject: query.isBillNo == null ? undefined : query.isBillNo === 1 ? 'bill' : 'container',
    billNos: splitNumbers('blNo', query.blNo),
    containerNos: splitNumbers('ctnNo', query.ctnNo),
    carrierCodes: query.carrierCode,
    vesselLike: query.vesselName === undefined ? undefined : containingPattern(query.vesselName.toUpperCase()),
    voyage: query.voyage?.toUpperCase(),
    sourceTypes: query.bizSourceType,
    channels: query.processType,
    noSource: query.noSource === 1 ? true : undefined,
    notNoSource: query.noSource === 0 ? true : undefined,
  };
  const given: SubscriptionFilterValues = Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  );
  if (given.subscribedFrom && given.subscribedTo && given.subscribedFrom >= given.subscribedTo)
    throw refused('error.rangeOrder', { name: 'subscribeTime' });
  return given;
}
