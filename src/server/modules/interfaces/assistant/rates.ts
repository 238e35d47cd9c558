import { z } from 'zod';
import { agentPricesList } from '#lists/agent-prices.ts';
import { spotOffersList } from '#lists/spot-offers.ts';
import { forbidden } from '#server/platform/errors/app-error.ts';
import { usdText } from '#shared/text/usd-text.ts';
import type { Desk } from './desk.ts';
import { portCodeOf } from './ports.ts';
import { joined, listed, listedOf, maybe, moreLine, pageInput, quoted, rowsShown, momentShape } from './shapes.ts';
import { defineTool } from './tool.ts';

const rateShape = z.object({
  carrier: maybe(z.string()),
  containerType: z.string(),
  totalUsd: maybe(z.number()),
  transitDays: maybe(z.number()),
  validTo: z.string(),
  market: z.string(),
  quoted,
});
const offerShape = z.object({
  carrier: maybe(z.string()),
  containerType: z.string(),
  totalUsd: maybe(z.number()),
  space: z.string(),
  departure: momentShape,
  arrival: momentShape,
  quoted,
});

type Lane = { polCode: string[]; podCode: string[]; containerType?: string[] };

/** Agreed all-in prices of the lane, the cheapest first. */
async function ratesOf(desk: Desk, lane: Lane, page: number) {
  if (!desk.may('agentPrice.list')) return { total: 0, rates: [] };
  const { records, totalRecord } = await desk.ask('agentPrice.list', {
    ...lane,
    currentPage: page,
    pageSize: rowsShown,
    sortRules: [{ columnName: 'totalUsd', sortType: 'asc' }],
  });
  const rates = records.map((row) => ({
    carrier: desk.carrier(row.carrierCode),
    containerType: row.containerType,
    totalUsd: row.totalUsd,
    transitDays: row.transitDays,
    validTo: row.validTo,
    market: desk.choice(agentPricesList.columns.marketPlace.values, row.marketPlace),
    quoted: { supplier: row.supplier },
  }));
  return { total: totalRecord, rates };
}

/** What carriers ask today for space on their next sailings. */
async function offersOf(desk: Desk, lane: Lane, page: number) {
  if (!desk.may('spotOffer.list')) return { total: 0, offers: [] };
  const { records, totalRecord } = await desk.ask('spotOffer.list', {
    ...lane,
    currentPage: page,
    pageSize: rowsShown,
  });
  const offers = records.map((row) => ({
    carrier: desk.carrier(row.carrierCode),
    containerType: row.containerType,
    totalUsd: row.totalUsd,
    space: desk.choice(spotOffersList.columns.space.values, row.space),
    departure: desk.time(row.departureTime, row.polZone),
    arrival: desk.time(row.arrivalTime, row.podZone),
    quoted: { vessel: row.vesselName },
  }));
  return { total: totalRecord, offers };
}

const usdOr = (usd: number | null): string => (usd === null ? '-' : usdText(usd));

export const findRates = defineTool({
  name: 'find_rates',
  scope: 'read',
  title: { zh: '查运价', en: 'Find rates' },
  description: {
    zh: '两港之间的协议全包价（相对市场的位置、有效期）和船公司今天的即期报价与舱位。港口可以用代码或名称。',
    en: 'Agreed all-in prices between two ports (against the market, how long valid) and what carriers quote today with their space. Ports by code or by name.',
  },
  input: z.strictObject({
    from: z.string().min(2).max(60).describe('Port of loading: code or name'),
    to: z.string().min(2).max(60).describe('Port of discharge: code or name'),
    containerType: z.string().min(2).max(10).optional().describe('Such as 40HC'),
    page: pageInput,
  }),
  output: z.object({
    ...listed,
    from: z.string(),
    to: z.string(),
    rates: z.array(rateShape),
    offers: z.array(offerShape),
    offersTotal: z.number().int(),
  }),
  run: async (desk, { from, to, containerType, page }) => {
    if (!desk.may('agentPrice.list') && !desk.may('spotOffer.list')) throw forbidden();
    const [polCode, podCode] = [await portCodeOf(desk, from), await portCodeOf(desk, to)];
    const lane: Lane = {
      polCode: [polCode],
      podCode: [podCode],
      ...(containerType === undefined ? {} : { containerType: [containerType] }),
    };
    const [agreed, spot] = [await ratesOf(desk, lane, page), await offersOf(desk, lane, page)];
    const total = Math.max(agreed.total, spot.total);
    const [fromName, toName] = [desk.port(polCode) ?? polCode, desk.port(podCode) ?? podCode];
    return {
      lines: [
        `${fromName} → ${toName}`,
        agreed.rates.length + spot.offers.length === 0 ? desk.text('assistant.noRates') : null,
        ...agreed.rates.map((row) =>
          joined(
            desk.text('assistant.agreed'),
            row.carrier,
            row.containerType,
            usdOr(row.totalUsd),
            row.market,
            desk.text('assistant.validTo', { day: row.validTo }),
            desk.quote(row.quoted.supplier),
          ),
        ),
        ...spot.offers.map((row) =>
          joined(
            desk.text('assistant.spot'),
            row.carrier,
            row.containerType,
            usdOr(row.totalUsd),
            row.space,
            desk.quote(row.quoted.vessel),
            `${row.departure.local} → ${row.arrival.local}`,
          ),
        ),
        moreLine(desk, total, page),
      ],
      data: {
        ...listedOf(total, page),
        from: fromName,
        to: toName,
        rates: agreed.rates,
        offers: spot.offers,
        offersTotal: spot.total,
      },
    };
  },
});
