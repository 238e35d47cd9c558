import type { APIRequestContext } from '@playwright/test';
import { callApi } from './api.ts';

/** A row of the business information of a voyage. */
export type Booking = {
  obmBkId: string;
  blNo: string | null;
  ctnNo: string | null;
  obmTkSubscribeId: string;
  bizSourceType: string;
  processType: string;
  podCode: string | null;
  ata: number | null;
  ataStr: string | null;
};

/** The rows of the voyage of a booking. */
export const bookingsOf = async (request: APIRequestContext, bkId: string): Promise<Booking[]> =>
  (
    await callApi<{ obmBk: Booking }[]>(request, '/api/data/exceptionManage/queryExceptionBusiness', {
      bkId,
      businessType: 'vesselVoyage',
      children: 0,
    })
  ).map(({ obmBk }) => obmBk);

const isTemplate = ({ bizSourceType, processType, ata }: Booking): boolean =>
  bizSourceType === 'RPA' && processType === 'SHIPPING_TRACKING' && ata !== null;

/** A booking that robots read with its arrival, and another shipment of the same voyage and port. */
export async function findVoyage(request: APIRequestContext): Promise<{ template: Booking; other: Booking }> {
  const { records } = await callApi<{ records: { obmTkSubscribe: { bkId: string | null } }[] }>(
    request,
    '/api/data/exceptionManage/queryExceptionSubscribeInfo',
    { currentPage: 1, pageSize: 200, carrierCode: ['ZEPH', 'WILL'] },
  );
  for (const { obmTkSubscribe } of records) {
    if (obmTkSubscribe.bkId === null) continue;
    const bookings = await bookingsOf(request, obmTkSubscribe.bkId).catch(() => []);
    const template = bookings.find(isTemplate);
    const other = bookings.find(
      (row) =>
        row.processType === 'UNION' &&
        row.podCode === template?.podCode &&
        row.obmTkSubscribeId !== template?.obmTkSubscribeId,
    );
    if (template !== undefined && other !== undefined) return { template, other };
  }
  throw new Error('no voyage has two shipments and an arrival that a robot read');
}
