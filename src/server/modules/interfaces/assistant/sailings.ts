import { z } from 'zod';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { usdText } from '#shared/text/usd-text.ts';
import type { Desk } from './desk.ts';
import { foundShape } from './find-reference.ts';
import { candidateLines, shipmentInput, traceOf } from './get-shipment.ts';
import { portCodeOf } from './ports.ts';
import {
  joined,
  listed,
  listedOf,
  maybe,
  moreLine,
  pageInput,
  pageOfList,
  quoted,
  rowsShown,
  momentShape,
} from './shapes.ts';
import { defineTool } from './tool.ts';

/** Names of vessels one after the other, quoted. */
const vesselsOf = (desk: Desk, words: Readonly<Record<string, string>>): string =>
  Object.values(words).map(desk.quote).join(' → ');

const vesselNames = (vessels: readonly { vesselName: string; voyage: string | null }[]): Record<string, string> =>
  Object.fromEntries(
    vessels.map(({ vesselName, voyage }, index) => [
      `vessel${index + 1}`,
      [vesselName, voyage].filter(Boolean).join(' '),
    ]),
  );

const sailingShape = z.object({
  routeId: z.string(),
  carriers: z.array(z.string()),
  departure: momentShape,
  arrival: momentShape,
  transitDays: z.number().int(),
  changes: z.number().int(),
  via: z.array(z.string()),
  firstCutOff: maybe(momentShape),
  quoted,
});

function presentSailing(
  desk: Desk,
  route: SailingRoute,
  [from, to]: readonly [string, string],
): z.input<typeof sailingShape> {
  const cutOff = route.cutOffs.toSorted((a, b) => a.time - b.time)[0];
  return {
    routeId: route.routeId,
    carriers: route.sellers.map((code) => desk.carrier(code) ?? code),
    departure: desk.time(route.departureTime, desk.zoneOf(from)),
    arrival: desk.time(route.arrivalTime, desk.zoneOf(to)),
    transitDays: route.transitDays,
    changes: route.changes,
    via: route.legs.slice(0, -1).map(({ toPort }) => desk.port(toPort) ?? toPort),
    firstCutOff: desk.timeOr(cutOff?.time, desk.zoneOf(from)),
    quoted: vesselNames(route.legs),
  };
}

const sailingLine = (desk: Desk, row: z.input<typeof sailingShape>): string =>
  joined(
    row.carriers.join(' / '),
    vesselsOf(desk, row.quoted),
    `${row.departure.local} → ${row.arrival.local}`,
    desk.text('assistant.days', { count: row.transitDays }),
    row.changes === 0 ? desk.text('assistant.direct') : desk.text('assistant.via', { ports: row.via.join(', ') }),
    row.firstCutOff === null ? null : desk.text('assistant.cutOff', { time: row.firstCutOff.local }),
  );

const portText = z.string().min(2).max(60);

export const findSailings = defineTool({
  name: 'find_sailings',
  scope: 'read',
  title: { zh: '查船期', en: 'Find sailings' },
  description: {
    zh: '两港之间的船期：船公司、船名、离港与到港、航程、中转和最近截止时间。港口可以用代码或名称。',
    en: 'Sailings between two ports: carrier, vessel, departure and arrival, transit, changes and the first cut-off. Ports by code or by name.',
  },
  input: z.strictObject({
    from: portText.describe('Port of loading: code (CNSHA) or name'),
    to: portText.describe('Port of discharge: code (DEHAM) or name'),
    dateFrom: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .optional()
      .describe('First day, yyyy-MM-dd; today unless given'),
    weeks: z.number().int().min(1).max(12).default(4),
    sortBy: z.enum(['departure', 'arrival', 'transit']).default('departure'),
    page: pageInput,
  }),
  output: z.object({ ...listed, from: z.string(), to: z.string(), sailings: z.array(sailingShape), link: z.string() }),
  run: async (desk, { from, to, dateFrom, weeks, sortBy, page }) => {
    const [fromPort, toPort] = [await portCodeOf(desk, from), await portCodeOf(desk, to)];
    const answer = await desk.ask('sailingQuery', {
      fromPort,
      toPort,
      weeks,
      sortBy,
      ...(dateFrom === undefined ? {} : { dateFrom }),
    });
    const ends = [fromPort, toPort] as const;
    const sailings = pageOfList(answer.records, page).map((route) => presentSailing(desk, route, ends));
    const link = desk.link('/vessel-schedule', { fromPort, toPort });
    const [fromName, toName] = [desk.port(fromPort) ?? fromPort, desk.port(toPort) ?? toPort];
    return {
      lines: [
        `${fromName} → ${toName}`,
        sailings.length === 0 ? desk.text('assistant.noSailings') : null,
        ...sailings.map((row) => sailingLine(desk, row)),
        moreLine(desk, answer.records.length, page),
        link,
      ],
      data: { ...listedOf(answer.records.length, page), from: fromName, to: toName, sailings, link },
    };
  },
});

const optionShape = z.object({
  carrier: maybe(z.string()),
  departure: momentShape,
  arrival: momentShape,
  arrivalDaysLater: maybe(z.number()),
  changes: z.number().int(),
  cutOff: maybe(momentShape),
  totalUsd: maybe(z.number()),
  priceKind: maybe(z.enum(['spot', 'agreed'])),
  ordersLate: z.number().int(),
  quoted,
});

const dayMs = 86_400_000;

export const compareSailings = defineTool({
  name: 'compare_sailings',
  scope: 'read',
  title: { zh: '比较改走其他船期', en: 'Compare other sailings' },
  description: {
    zh: '假如这票货改走其他船期：到港早晚、费用、对订单承诺日的影响。只读，不会改动订舱。',
    en: 'What if a shipment took another sailing: arrival, cost, and the effect on promised days of its orders. It reads only and changes no booking.',
  },
  input: z.strictObject(shipmentInput),
  output: z.object({
    state: maybe(z.enum(['open', 'underWay', 'unknown'])),
    from: maybe(z.string()),
    to: maybe(z.string()),
    now: maybe(
      z.object({ departure: maybe(momentShape), arrival: maybe(momentShape), agreedUsd: maybe(z.number()), quoted }),
    ),
    options: z.array(optionShape),
    candidates: z.array(foundShape),
  }),
  run: async (desk, input) => {
    const found = await traceOf(desk, input);
    if ('candidates' in found)
      return {
        lines: candidateLines(desk, found.candidates),
        data: { state: null, from: null, to: null, now: null, options: [], candidates: found.candidates },
      };
    const { obmTkSubscribeId } = found.trace.subscription;
    const answer = await desk.ask('whatIfSailings', { obmTkSubscribeId });
    const { booking } = found.trace;
    const [fromPort, toPort] = [answer.fromPort ?? booking.polCode, answer.toPort ?? booking.podCode];
    const [fromZone, toZone] = [desk.zoneOf(fromPort), desk.zoneOf(toPort)];
    const now = {
      departure: desk.timeOr(answer.departureTime, fromZone),
      arrival: desk.timeOr(answer.arrivalTime, toZone),
      agreedUsd: answer.agreedUsd,
      quoted: answer.vesselName === null ? {} : vesselNames([{ vesselName: answer.vesselName, voyage: answer.voyage }]),
    };
    const options = answer.options.slice(0, rowsShown).map((option) => ({
      carrier: desk.carrier(option.carrierCode),
      departure: desk.time(option.departureTime, fromZone),
      arrival: desk.time(option.arrivalTime, toZone),
      arrivalDaysLater:
        answer.arrivalTime === null ? null : Math.round((option.arrivalTime - answer.arrivalTime) / dayMs),
      changes: option.changes,
      cutOff: desk.timeOr(option.cutOffTime, fromZone),
      totalUsd: option.totalUsd,
      priceKind: option.priceOf,
      ordersLate: option.lateDays.filter((days) => days !== null && days > 0).length,
      quoted: vesselNames(option.vessels),
    }));
    return {
      lines: [
        `${desk.port(fromPort) ?? '?'} → ${desk.port(toPort) ?? '?'}`,
        desk.text('assistant.nowSails', {
          vessel: vesselsOf(desk, now.quoted) || '-',
          times: `${now.departure?.local ?? '-'} → ${now.arrival?.local ?? '-'}`,
          usd: now.agreedUsd === null ? '-' : usdText(now.agreedUsd),
        }),
        desk.text(`assistant.whatIf.${answer.state}`),
        ...options.map((row) =>
          joined(
            row.carrier,
            vesselsOf(desk, row.quoted),
            `${row.departure.local} → ${row.arrival.local}`,
            row.arrivalDaysLater === null ? null : desk.text('assistant.daysLater', { days: row.arrivalDaysLater }),
            row.totalUsd === null ? null : usdText(row.totalUsd),
            row.ordersLate === 0 ? null : desk.text('assistant.linesLate', { n: row.ordersLate }),
          ),
        ),
      ],
      data: {
        state: answer.state,
        from: desk.port(fromPort),
        to: desk.port(toPort),
        now,
        options,
        candidates: [],
      },
    };
  },
});
