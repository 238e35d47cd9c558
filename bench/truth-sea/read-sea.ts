import type { CallData } from '#contract/index.ts';
import type { PortCallRow } from '#contract/network/sailing.ts';
import { DAY_MS, type Instant } from '#shared/time/instant.ts';
import { ask } from '../support/ask.ts';
import type { Requested } from '../truth-live/read-product.ts';

const pageSize = 200;

const dayText = (at: Instant): string => new Date(at).toISOString().slice(0, 10);

/** The berth plan of a port as its page shows it: from so long ago that no ship lies there longer, for two weeks from now. */
export async function readPortCalls(
  { url, cookie }: Requested,
  portCode: string,
  now: Instant,
): Promise<PortCallRow[]> {
  const found: PortCallRow[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const { data } = await ask<CallData<'portCallQuery'>>(url, cookie, '/api/data/portCall/query', {
      portCode,
      dateFrom: dayText(now - 12 * DAY_MS),
      dateTo: dayText(now + 14 * DAY_MS),
      currentPage,
      pageSize,
    });
    found.push(...data.records);
    if (currentPage >= data.totalPage) return found;
  }
}

/** Ports as the risk map shows them. */
export const readCrowds = async ({ url, cookie }: Requested): Promise<CallData<'riskMap'>['ports']> =>
  (await ask<CallData<'riskMap'>>(url, cookie, '/api/data/riskMap/query')).data.ports;

/** What the page of a vessel says of her next arrival. */
export const readOutlook = async ({ url, cookie }: Requested, mmsi: string): Promise<CallData<'vesselOutlook'>> =>
  (await ask<CallData<'vesselOutlook'>>(url, cookie, `/api/data/ais/vessel/outlook?mmsi=${mmsi}`)).data;
