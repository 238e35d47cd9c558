import type { CallData } from '#contract/index.ts';
import { latestOf } from '#shared/time/day.ts';
import type { Instant } from '#shared/time/instant.ts';
import type { Random } from '#shared/random/prng.ts';
import { ask } from '../support/ask.ts';
import type { ShownException, ShownTime } from './other-modes.ts';

/** A product that runs, and a session of its administrator. */
export type Requested = { url: string; cookie: string };

type Rows = CallData<'queryExceptions'>;
const pageSize = 500;

/** All exceptions that are open and shown as such. */
export async function readOpenExceptions({ url, cookie }: Requested): Promise<ShownException[]> {
  const found: ShownException[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const { data } = await ask<Rows>(url, cookie, '/api/data/exceptionManage/queryExceptionManageInfo', {
      currentPage,
      pageSize,
    });
    for (const { obmAutotestResult: one, obmTkSubscribe: subscription } of data.records)
      if (one.open === 1)
        found.push({
          code: one.testPurpose,
          billNo: one.blNo,
          containerNo: one.ctnNo,
          ended: subscription?.endFlag === 1,
          handleStatus: one.handleStatus,
          text: one.errorRemark,
          createdAt: one.createTime ?? 0,
          moneyAtRisk: one.moneyAtRisk,
          evidence: one.evidence,
        });
    if (currentPage >= data.totalPage) return found;
  }
}

type Subscriptions = CallData<'querySubscriptions'>;

type Booking = NonNullable<Subscriptions['records'][number]['obmBk']>;

async function listBookings({ url, cookie }: Requested): Promise<Booking[]> {
  const found: Booking[] = [];
  for (let currentPage = 1; ; currentPage += 1) {
    const { data } = await ask<Subscriptions>(url, cookie, '/api/data/exceptionManage/queryExceptionSubscribeInfo', {
      currentPage,
      pageSize,
    });
    for (const { obmBk } of data.records) if (obmBk !== null && obmBk.blNo !== null) found.push(obmBk);
    if (currentPage >= data.totalPage) return found;
  }
}

/** An estimate of a booking that has passed without the event, and is still shown as one. */
export type PastEstimate = { billNo: string; what: 'custEtd' | 'custEta'; value: Instant };

/** Departures and arrivals of all bookings that are shown as expected although the moment, of a day the whole day, is over. */
export async function readPastEstimates(
  requested: Requested,
  now: Instant,
): Promise<{ bookings: number; past: PastEstimate[] }> {
  const bookings = (await listBookings(requested)).filter(({ endFlag }) => endFlag !== 1);
  const past = bookings.flatMap(({ blNo, custEtd, atd, custEta, ata }) => {
    const arrived = ata != null;
    const expected = [
      { what: 'custEtd' as const, value: atd != null || arrived ? null : custEtd },
      { what: 'custEta' as const, value: arrived ? null : custEta },
    ];
    return expected.flatMap(({ what, value }) =>
      typeof value === 'number' && latestOf(value) < now ? [{ billNo: blNo ?? '', what, value }] : [],
    );
  });
  return { bookings: bookings.length, past };
}

/** Every actual time on the trace page of one booking and in its rows of the drawer. */
async function readTimesOf({ url, cookie }: Requested, bkId: string, billNo: string): Promise<ShownTime[]> {
  const { data: trace } = await ask<CallData<'getTrace'>>(url, cookie, `/api/data/trace/detail?obmBkId=${bkId}`);
  const { data: drawer } = await ask<CallData<'getBusinessData'>>(
    url,
    cookie,
    `/api/data/exceptionManage/queryBusinessDataByBkId?obmBkId=${bkId}`,
  );
  const sourceOf = (path: string): string | null => trace.provenance[path]?.winner.sourceCode ?? null;
  const times: (Omit<ShownTime, 'actual' | 'billNo'> & { actual: unknown })[] = [
    ...trace.containers.flatMap(({ containerNo, stages }) =>
      stages.flatMap(({ milestones }) =>
        milestones.map(({ statusCode, portCode, actual, path }) => ({
          containerNo,
          statusCode,
          portCode,
          actual,
          where: 'timeline',
          sourceCode: sourceOf(`${path}actual`),
        })),
      ),
    ),
    ...trace.legs.flatMap((leg) => [
      { ...legTime(leg.sequence, 'atd', leg.portOfLoading, leg.atd), sourceCode: sourceOf(`leg[${leg.sequence}].atd`) },
      {
        ...legTime(leg.sequence, 'ata', leg.portOfDischarge, leg.ata),
        sourceCode: sourceOf(`leg[${leg.sequence}].ata`),
      },
    ]),
    { ...headTime('atd', trace.booking['polCode']), actual: trace.booking['atd'], sourceCode: sourceOf('booking.atd') },
    { ...headTime('ata', trace.booking['podCode']), actual: trace.booking['ata'], sourceCode: sourceOf('booking.ata') },
    ...drawer.mdStatusRecordList
      .filter(({ isEsti }) => isEsti === 0)
      .map(({ containerNo, statusCode, portCode, eventTime, mdStatusRecordId }) => ({
        containerNo,
        statusCode,
        portCode,
        actual: eventTime,
        where: 'drawer',
        sourceCode: sourceOf(`event[${mdStatusRecordId.slice(mdStatusRecordId.indexOf('-') + 1)}].actual`),
      })),
  ];
  return times.flatMap(({ actual, ...rest }) => (typeof actual === 'number' ? [{ ...rest, billNo, actual }] : []));
}

const headTime = (statusCode: 'atd' | 'ata', port: unknown) => ({
  containerNo: null,
  statusCode,
  portCode: typeof port === 'string' ? port : null,
  where: 'head',
});

const legTime = (sequence: number, statusCode: 'atd' | 'ata', portCode: string | null, actual: number | null) => ({
  containerNo: null,
  statusCode,
  portCode,
  actual,
  where: `leg ${sequence}`,
});

/** All actual times that the screens of so many shipments show, chosen at random. */
export async function readActualTimes(requested: Requested, shipments: number, random: Random): Promise<ShownTime[]> {
  const bookings = await listBookings(requested);
  const chosen = bookings
    .map((booking) => ({ booking, draw: random.next() }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, shipments);
  const times: ShownTime[] = [];
  for (const { booking } of chosen) times.push(...(await readTimesOf(requested, booking.obmBkId, booking.blNo ?? '')));
  return times;
}
