import { shownAt, shownBooking, shownOnward } from '#domain/tracking/estimates.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import type { ShipmentContent } from '#domain/tracking/model.ts';
import { traceRoutes } from '#contract/tracking/trace-routes.ts';
import {
  operatorIn,
  placeIn,
  type ReferenceSnapshot,
  sourceName,
  tenantName,
} from '#server/modules/administration/masterdata/index.ts';
import { packedOrNone, reportedAt } from '#server/modules/tracking/shipment/index.ts';
import { both, type Lang } from '#shared/i18n/text.ts';
import type { CalendarKind } from '#shared/reference/calendar-kinds.ts';
import { openingCodes } from '#shared/reference/cutoff-codes.ts';
import type { Instant } from '#shared/time/instant.ts';
import { placeTimeText } from '#shared/time/place-time.ts';
import { cutoffName } from './cutoff-name.ts';
import type { CalendarEvent } from './event.ts';

/** A shipment as calendars read it. */
export type CalendarShipment = {
  subscription_id: number;
  shipment_id: number;
  tenant_id: number;
  mode: Mode;
  bill_no: string | null;
  container_no: string | null;
  content: ShipmentContent;
  provenance: unknown;
  ended_at: Instant | null;
};

/** In whose words events are written, and where their pages are. */
export type EventWords = {
  lang: Lang;
  reference: ReferenceSnapshot;
  /** Several tenants are shown: events name theirs. */
  namesTenant: boolean;
  publicUrl: string;
};

const kindTexts = {
  departure: both('离港', 'Departure'),
  arrival: both('抵港', 'Arrival'),
  destination: both('抵达目的地', 'Arrival at destination'),
} as const;

const stateTexts = {
  actual: both('实际', 'actual'),
  estimated: both('预计', 'estimated'),
  planned: both('计划', 'planned'),
  overdue: both('逾期未到', 'overdue'),
} as const;
type State = keyof typeof stateTexts;

const factTexts = {
  state: both('状态', 'State'),
  source: both('来源', 'Source'),
  carrier: both('承运人', 'Carrier'),
  vessel: both('船名 / 航次', 'Vessel / voyage'),
  tenant: both('租户', 'Tenant'),
} as const;

/** A time of the way with what it is: what happened, is expected, planned, or was expected and has passed. */
function timeOf(
  times: { actual: Instant | null; estimated: Instant | null; planned?: Instant | null; overdue: Instant | null },
  attributes: Readonly<Record<'actual' | 'estimated' | 'planned', string>>,
): { at: Instant; state: State; attribute: string } | undefined {
  const { actual, estimated, planned = null, overdue } = times;
  if (actual !== null) return { at: actual, state: 'actual', attribute: attributes.actual };
  if (estimated !== null) return { at: estimated, state: 'estimated', attribute: attributes.estimated };
  if (overdue !== null) return { at: overdue, state: 'overdue', attribute: attributes.estimated };
  return planned === null ? undefined : { at: planned, state: 'planned', attribute: attributes.planned };
}

type Found = {
  key: string;
  name: string;
  port: string | null;
  at: Instant;
  state: State | undefined;
  item: string;
  attribute: string;
};

function timesOfWay(content: ShipmentContent, at: Instant, lang: Lang): (Found & { kind: CalendarKind })[] {
  const booking = shownBooking(content, at);
  const onward = content.onward && shownOnward(content.onward, at);
  const leaves = timeOf(
    {
      actual: booking.atd,
      estimated: booking.etd,
      planned: booking.plannedDeparture,
      overdue: booking.overdue.departure,
    },
    { actual: 'atd', estimated: 'etd', planned: 'plannedDeparture' },
  );
  const comes = timeOf(
    { actual: booking.ata, estimated: booking.eta, planned: booking.plannedArrival, overdue: booking.overdue.arrival },
    { actual: 'ata', estimated: 'eta', planned: 'plannedArrival' },
  );
  const ends =
    onward &&
    timeOf(
      { actual: onward.ata, estimated: onward.eta, overdue: onward.overdue.arrival },
      { actual: 'ata', estimated: 'eta', planned: 'eta' },
    );
  const named = { departure: kindTexts.departure[lang], arrival: kindTexts.arrival[lang] };
  return [
    ...(leaves === undefined
      ? []
      : [
          {
            kind: 'departures' as const,
            key: 'departure',
            name: named.departure,
            port: booking.portOfLoading,
            item: 'booking',
            ...leaves,
          },
        ]),
    ...(comes === undefined
      ? []
      : [
          {
            kind: 'arrivals' as const,
            key: 'arrival',
            name: named.arrival,
            port: booking.portOfDischarge,
            item: 'booking',
            ...comes,
          },
        ]),
    ...(ends === undefined
      ? []
      : [
          {
            kind: 'arrivals' as const,
            key: 'destination',
            name: kindTexts.destination[lang],
            port: booking.finalDestination,
            item: 'onward',
            ...ends,
          },
        ]),
  ];
}

const cutoffsOf = ({ cutoffs = [], booking }: ShipmentContent, lang: Lang): (Found & { kind: CalendarKind })[] =>
  cutoffs
    .filter(({ code }) => !openingCodes.has(code))
    .map(({ code, time }) => ({
      kind: 'cutoffs',
      key: `cutoff-${code}`,
      name: cutoffName(code, lang),
      port: booking.portOfLoading,
      at: time,
      state: undefined,
      item: `cutoff[${code}]`,
      attribute: 'time',
    }));

/** The place of an event: a port, station or airport by name; its code where nobody knows it. */
export function placeText(code: string | null, { reference, lang }: Pick<EventWords, 'reference' | 'lang'>) {
  const place = code === null ? undefined : placeIn(reference, code);
  return {
    name: (lang === 'zh' ? place?.nameCn : null) ?? place?.name ?? code,
    zone: place?.zone ?? null,
  };
}

const colon = both('：', ': ');

/** Lines of a description: label and value, those with a value. */
export const factLines = (facts: readonly (readonly [label: string, value: string | null])[], lang: Lang): string[] =>
  facts.flatMap(([label, value]) => (value === null || value === '' ? [] : [`${label}${colon[lang]}${value}`]));

/** Events of a shipment at a moment, of the kinds that are asked for. */
export function shipmentEvents(
  shipment: CalendarShipment,
  kinds: readonly CalendarKind[],
  words: EventWords,
  now: Instant,
): CalendarEvent[] {
  const { content, mode, bill_no: billNo, container_no: containerNo } = shipment;
  const { lang, reference } = words;
  const { booking } = content;
  const provenance = packedOrNone(shipment.provenance);
  const number = containerNo ?? billNo ?? booking.billNo ?? booking.bookingNo ?? '';
  const operator = operatorIn(reference, booking.carrierCode);
  const url = `${words.publicUrl}${traceRoutes[mode]}?obmBkId=${shipment.shipment_id}`;
  const nameOf = (code: string): string => sourceName({ lang, reference }, code);
  return [...timesOfWay(content, shownAt(shipment, now), lang), ...cutoffsOf(content, lang)]
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ key, name, port, at, state, item, attribute }) => {
      const place = placeText(port, words);
      const reported = reportedAt(provenance, item, attribute, nameOf);
      const facts = [
        [factTexts.state[lang], state === undefined ? null : stateTexts[state][lang]],
        [
          factTexts.source[lang],
          reported === undefined ? null : `${reported.source} (${placeTimeText(reported.time, place.zone, lang)})`,
        ],
        [factTexts.carrier[lang], (lang === 'zh' ? operator?.nameCn : null) ?? operator?.nameEn ?? booking.carrierCode],
        [factTexts.vessel[lang], [booking.vesselName, booking.voyage].filter(Boolean).join(' / ')],
        [factTexts.tenant[lang], words.namesTenant ? tenantName(shipment.tenant_id, lang, reference) : null],
      ] as const;
      const mark = state === undefined || state === 'actual' ? '' : ` (${stateTexts[state][lang]})`;
      return {
        key: `shipment-${shipment.subscription_id}-${key}`,
        at,
        zone: place.zone,
        summary: [`${name}${mark}`, place.name, number].filter(Boolean).join(' · '),
        description: [...factLines(facts, lang), url].join('\n'),
        location: place.name,
        url,
      };
    });
}
