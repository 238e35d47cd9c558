import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { isBySea } from '#domain/tracking/journey/mode.ts';
import { shownShipment } from '#domain/tracking/estimates.ts';
import { nextBoardOf } from '#domain/network/sailing/next-board.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { judgeWithArrivals } from '#server/modules/commerce/order/index.ts';
import { type NetworkMemory, presentPorts, querySailings } from '#server/modules/network/sailing/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { findShipment, listAgreed, listOffers } from './what-if-queries.ts';

type Answer = CallData<'whatIfSailings'>;
type Containers = Answer['containers'];
type Priced = Pick<Answer['options'][number], 'totalUsd' | 'priceOf' | 'space'>;

const optionsShown = 8;
const weeksAhead = 5;
const seats = ['SOLD_OUT', 'LIMITED', 'OPEN'];

/** Containers by the type that prices go by; those of an unknown type have none. */
function containersOf(content: ShipmentContent, reference: ReferenceSnapshot): Containers {
  const counts = new Map<string, number>();
  for (const { containerNo, sizeType } of content.containers) {
    if (containerNo === content.booking.billNo) continue;
    const type = reference.containerTypes.get(sizeType ?? '')?.tradeName ?? '';
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  return [...counts].map(([containerType, count]) => ({ containerType, count }));
}

/** The sum of prices for all containers in whole cents; null where one of them has no price. */
function sumOf(containers: Containers, priceOf: (containerType: string) => number | null | undefined): number | null {
  if (containers.length === 0) return null;
  let cents = 0;
  for (const { containerType, count } of containers) {
    const price = priceOf(containerType);
    if (price == null) return null;
    cents += Math.round(price * 100) * count;
  }
  return cents / 100;
}

const upper = (text: string | null | undefined): string => (text ?? '').toUpperCase();

/** Prices of sailings of a lane: what the carrier quotes for the sailing, otherwise what was agreed with it. */
async function readPrices(ctx: Ctx, lane: { fromPort: string; toPort: string }, containers: Containers) {
  const [offers, agreed] = await Promise.all([
    listOffers(ctx, lane.fromPort, lane.toPort),
    listAgreed(ctx, lane.fromPort, lane.toPort),
  ]);
  const agreedUsd = (carrier: string): number | null =>
    sumOf(
      containers,
      (type) => agreed.find((row) => row.carrier_code === carrier && row.container_type === type)?.total_usd,
    );
  const spotOf = (carrier: string, { legs }: SailingRoute) => {
    const own = offers.filter(
      (offer) =>
        offer.carrier_code === carrier &&
        upper(offer.vessel_name) === upper(legs[0]?.vesselName) &&
        upper(offer.voyage) === upper(legs[0]?.voyage),
    );
    const types = new Set(containers.map(({ containerType }) => containerType));
    const quoted = own.filter((offer) => types.size === 0 || types.has(offer.container_type));
    return {
      totalUsd: sumOf(containers, (type) => own.find((offer) => offer.container_type === type)?.total_usd),
      space: seats.find((one) => quoted.some((offer) => offer.space === one)) ?? null,
    };
  };
  const price = (carrier: string, route: SailingRoute): Priced => {
    const { totalUsd, space } = spotOf(carrier, route);
    if (totalUsd !== null) return { totalUsd, priceOf: 'spot', space };
    const usd = agreedUsd(carrier);
    return { totalUsd: usd, priceOf: usd === null ? null : 'agreed', space };
  };
  return { price, agreedUsd };
}

/** Sailings of a lane that arrive first, one of each, without the one that is booked. */
async function findOptions(
  { ctx, reference, memory }: Parts,
  lane: { fromPort: string; toPort: string },
  booked: { vesselName: string | null; voyage: string | null },
): Promise<SailingRoute[]> {
  const { records } = await querySailings({
    ctx,
    input: {
      fromPort: lane.fromPort,
      toPort: lane.toPort,
      dateFrom: undefined,
      weeks: weeksAhead,
      dateOf: 'departure',
      carrierCodes: undefined,
      serviceCode: undefined,
      mostChanges: 1,
      partners: 1,
      domestic: 0,
      sortBy: 'arrival',
    },
    memory,
    reference,
  });
  const isBooked = ({ legs: [first] }: SailingRoute): boolean =>
    first !== undefined &&
    upper(first.vesselName) === upper(booked.vesselName) &&
    upper(first.voyage) === upper(booked.voyage);
  return records.filter((route) => !isBooked(route)).slice(0, optionsShown);
}

type Parts = { ctx: Ctx; reference: ReferenceSnapshot; memory: NetworkMemory };

/** Compares the next sailings for a shipment of the caller's tenants: when they arrive, what they cost, and how late each order line would be. */
export async function compareSailings({
  input,
  ...parts
}: Parts & { input: { obmTkSubscribeId: number } }): Promise<Answer> {
  const { ctx, reference } = parts;
  const row = await findShipment(ctx, input.obmTkSubscribeId);
  if (row === undefined) throw notFound();
  const content = row.content && shownShipment(row.content, ctx.clock.now());
  const board = content === null || !isBySea(row.mode) ? ({ state: 'unknown' } as const) : nextBoardOf(content);
  const { eta = null, plannedArrival = null, overdue } = content?.booking ?? {};
  const base = {
    referenceNo: row.bill_no ?? row.container_no ?? '',
    carrierCode: row.carrier_code,
    arrivalTime: eta ?? (overdue?.arrival == null ? plannedArrival : null),
  };
  if (content === null || board.state !== 'open') {
    const lines = await judgeWithArrivals(ctx, input.obmTkSubscribeId, [], reference);
    return {
      ...base,
      state: board.state === 'open' ? 'unknown' : board.state,
      fromPort: null,
      toPort: null,
      vesselName: content?.booking.vesselName ?? null,
      voyage: content?.booking.voyage ?? null,
      departureTime: null,
      containers: [],
      agreedUsd: null,
      lines: lines.map(presentLine),
      options: [],
      ports: [],
    };
  }
  const booked = {
    vesselName: board.leg?.vesselName ?? content.booking.vesselName,
    voyage: board.leg?.voyage ?? content.booking.voyage,
  };
  const containers = containersOf(content, reference);
  const routes = await findOptions(parts, board, booked);
  const [prices, lines] = await Promise.all([
    readPrices(ctx, board, containers),
    judgeWithArrivals(
      ctx,
      input.obmTkSubscribeId,
      routes.map(({ arrivalTime }) => arrivalTime),
      reference,
    ),
  ]);
  return {
    ...base,
    state: 'open',
    fromPort: board.fromPort,
    toPort: board.toPort,
    ...booked,
    departureTime: board.leg?.etd ?? null,
    containers,
    agreedUsd: prices.agreedUsd(row.carrier_code),
    lines: lines.map(presentLine),
    options: routes.map((route, at) => {
      // Its own carrier where that sells it: changing the vessel is easier than changing the contract.
      const carrierCode = route.sellers.includes(row.carrier_code) ? row.carrier_code : (route.sellers[0] ?? '');
      return {
        routeId: route.routeId,
        carrierCode,
        vessels: route.legs.map(({ vesselName, voyage, fromPort }) => ({ vesselName, voyage, fromPort })),
        departureTime: route.departureTime,
        arrivalTime: route.arrivalTime,
        changes: route.changes,
        cutOffTime: route.cutOffs.find(({ code }) => code === 'FCO')?.time ?? null,
        ...prices.price(carrierCode, route),
        lateDays: lines.map(({ lateBy }) => lateBy[at] ?? null),
      };
    }),
    ports: presentPorts(
      [board.fromPort, board.toPort, ...routes.flatMap(({ legs }) => legs.map(({ fromPort }) => fromPort))],
      reference,
    ),
  };
}

const presentLine = ({
  orderId,
  lateBy: _by,
  ...line
}: Awaited<ReturnType<typeof judgeWithArrivals>>[number]): Answer['lines'][number] => ({
  orderId: String(orderId),
  ...line,
});
