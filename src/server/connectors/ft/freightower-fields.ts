import { milestones } from '#domain/tracking/model.ts';
import { warningCodes } from '#shared/reference/warning-codes.ts';
import { isZone } from '#shared/time/zone.ts';
import { asObject, attribute } from '../untrusted.ts';

type Fields = Record<string, unknown>;

/** Its nodes that are milestones of ours under another code. */
const otherCodes: Readonly<Record<string, string>> = { PCAB: milestones.available };
/** Its nodes that are no milestones here: berthing at transhipment, holds, releases and moves by rail, feeder and truck. They are known and left out. */
const withoutMilestone: ReadonlySet<string> = new Set(
  `TSCA DUMP SRHD PRLD SRRS MCRP TMHD SRSD SRSE IRLB IRDP IRAR IRDS FDLB FDDP FDBA FDDC GWIT GWOT GTIN GTOT FETA PLFD CYOP CYCL
   SICT CUCT RELS`
    .split(/\s+/)
    .concat(warningCodes),
);

/** The ISO code of what trade calls a container. */
const isoCodes: Readonly<Record<string, string>> = {
  '20GP': '22G1',
  '40GP': '42G1',
  '40HQ': '45G1',
  '40HC': '45G1',
  '45HQ': 'L5G1',
  '45HC': 'L5G1',
  '20RF': '22R1',
  '40RF': '42R1',
  '40RH': '45R1',
  '20OT': '22U1',
  '40OT': '42U1',
  '20FR': '22P1',
  '40FR': '42P1',
  '20TK': '22T1',
};

/** The first of some attributes that says something. */
export const first = (fields: Fields, ...names: string[]): unknown =>
  names.map((name) => attribute(fields, name)).find((value) => value !== undefined && value !== '');

/** The objects of a list; nothing for what is no list. */
export const objectsOf = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map((item: unknown) => asObject(item)).filter((item) => item !== undefined) : [];

/**
 * A zone as it is written: a name, or hours ahead of UTC as `8`, `UTC+8` or `+08:00`. Hours say nothing of summer time: they are
 * used for ports without a known zone. Undefined for half hours and anything else.
 */
export function zoneFrom(value: unknown): { timeZone?: string; offsetZone?: string } {
  if (typeof value === 'string' && isZone(value)) return { timeZone: value };
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim().toUpperCase() : '';
  const [, sign = '+', hours] = /^(?:UTC|GMT)?([+-]?)(\d{1,2})(?::00)?$/.exec(text) ?? [];
  const ahead = hours === undefined ? Number.NaN : Number(hours);
  if (!(ahead <= 14)) return {};
  // Names of the database count west of Greenwich.
  return { offsetZone: ahead === 0 ? 'UTC' : `Etc/GMT${sign === '-' ? '+' : '-'}${ahead}` };
}

const routeEnd = (route: Fields, end: 'pol' | 'pod'): Fields => ({
  portCd: first(route, `${end}Code`),
  portName: first(route, `${end}Name`, `${end}Origin`),
  ...zoneFrom(first(route, `${end}Zone`)),
});

const placeOf = (place: Fields): Fields => ({
  portCd: first(place, 'code'),
  portName: first(place, 'name', 'nameOrigin', 'nameCn'),
  ...zoneFrom(first(place, 'portTimeZone')),
});

/** A route as a leg: the time by AIS counts where the carrier tells none, the timetable where nobody expects another time. */
function legFromRoute(route: Fields, index: number): Fields {
  const details = asObject(attribute(route, 'modeDetails')) ?? {};
  const order = attribute(route, 'route');
  return {
    seq: typeof order === 'number' ? order : index + 1,
    vesselName: first(details, 'vessel'),
    voyageNo: first(details, 'voyage'),
    pol: routeEnd(route, 'pol'),
    pod: routeEnd(route, 'pod'),
    etd: first(details, 'polEtd', 'polStd'),
    atd: first(details, 'polAtd', 'polAtdAis'),
    eta: first(details, 'podEta', 'podEtaFt', 'podSta'),
    ata: first(details, 'podAta', 'podAtaAis'),
  };
}

/** Legs between the ports of the way, for answers that name no routes yet. */
const legsFromPlaces = (places: readonly Fields[]): Fields[] =>
  places.slice(1).map((to, index) => {
    const from = places[index] ?? {};
    return {
      seq: index + 1,
      vesselName: first(from, 'vessel'),
      voyageNo: first(from, 'voyage'),
      pol: placeOf(from),
      pod: placeOf(to),
      etd: first(from, 'etd', 'std'),
      atd: first(from, 'atd', 'atd_ais'),
      eta: first(to, 'eta', 'eta_ft', 'sta'),
      ata: first(to, 'ata', 'ata_ais'),
    };
  });

const isByShip = (route: Fields): boolean => {
  const mode = attribute(route, 'transportMode');
  return typeof mode !== 'string' || mode === '' || /vessel|ocean|sea|barge|feeder/i.test(mode);
};

function nodesFrom(status: unknown): Fields[] {
  return objectsOf(status).flatMap((node) => {
    const code = attribute(node, 'eventCode');
    if (typeof code === 'string' && withoutMilestone.has(code)) return [];
    return [
      {
        nodeCd: typeof code === 'string' ? (otherCodes[code] ?? code) : code,
        occurTime: attribute(node, 'eventTime'),
        isEst: attribute(node, 'isEsti'),
        portCd: attribute(node, 'portCode'),
        portName: first(node, 'eventPlace', 'eventPlaceOrigin'),
        ...zoneFrom(attribute(node, 'portTimeZone')),
        vesselName: first(node, 'vslName'),
        voyageNo: first(node, 'voy'),
      },
    ];
  });
}

/** Size and type as one code of ISO 6346; the name of trade where it is no code. */
function sizeTypeFrom(container: Fields): string | undefined {
  const [size, type] = [attribute(container, 'containerSize'), attribute(container, 'containerType')];
  const texts = [type, size, attribute(container, 'containerTypeGroup'), `${String(size)}${String(type)}`].flatMap(
    (text) => (typeof text === 'string' && /^[A-Z0-9]{4}$/i.test(text) ? [text.toUpperCase()] : []),
  );
  const trade = texts.find((text) => Object.hasOwn(isoCodes, text));
  return texts.find((text) => /^[0-9LMP][0-9A-Z][A-Z][0-9]$/.test(text)) ?? (trade && isoCodes[trade]) ?? texts[0];
}

/** Nodes of the terminal that are cut-offs: opening, closing, papers and customs. */
const cutoffNodes: Readonly<Record<string, string>> = { CYOP: 'EFC', CYCL: 'FCO', SICT: 'DCO', CUCT: 'CCO' };

/** Cut-offs that containers tell as nodes, each once: they are repeated for every container. */
function cutoffsOfNodes(containers: readonly Fields[]): Fields[] {
  const reported = containers
    .flatMap((container) => objectsOf(attribute(container, 'status')))
    .flatMap((node) => {
      const code = attribute(node, 'eventCode');
      const cutOffCd = typeof code === 'string' && Object.hasOwn(cutoffNodes, code) ? cutoffNodes[code] : undefined;
      const zone = zoneFrom(attribute(node, 'portTimeZone'));
      return cutOffCd === undefined
        ? []
        : [{ cutOffCd, cutOffTime: attribute(node, 'eventTime'), portCd: attribute(node, 'portCode'), ...zone }];
    });
  return [...new Map(reported.map((one) => [JSON.stringify(one), one])).values()];
}

/** Cut-offs of the terminal's plan: 开港, 截港, 截单 and 截关. */
function cutoffsFrom(plan: Fields): Fields[] {
  const kinds = { EFC: 'open', FCO: 'close', DCO: 'portClose', CCO: 'customsClose' };
  return Object.entries(kinds).flatMap(([cutOffCd, name]) => {
    const cutOffTime = first(plan, name);
    return cutOffTime === undefined ? [] : [{ cutOffCd, cutOffTime }];
  });
}

/** The vessel's plan at the terminal of loading fills in what the first leg does not tell of her departure. */
function withTerminalPlan(legs: readonly Fields[], plan: Fields): Fields[] {
  const [leg, ...others] = legs;
  return leg === undefined
    ? []
    : [
        { ...leg, etd: first(leg, 'etd') ?? first(plan, 'etd'), atd: first(leg, 'atd') ?? first(plan, 'atd') },
        ...others,
      ];
}

/** Types of places that ships call at on the way: port of loading, transhipment, port of discharge. */
const wayTypes: ReadonlySet<number> = new Set([1, 4, 5]);

/** The result of a query in the form that is checked piece by piece. */
export function freightowerFields(result: Fields): Fields {
  const places = objectsOf(attribute(result, 'places'));
  const typeOf = (place: Fields): number => Number(attribute(place, 'type'));
  const place = (...types: number[]): Fields =>
    placeOf(types.map((type) => places.find((one) => typeOf(one) === type)).find((one) => one !== undefined) ?? {});
  const routes = objectsOf(attribute(result, 'routes')).filter(isByShip);
  const containers = objectsOf(attribute(result, 'containers'));
  const plan = asObject(attribute(result, 'terminalPlan')) ?? {};
  const legs =
    routes.length > 0 ? routes.map(legFromRoute) : legsFromPlaces(places.filter((one) => wayTypes.has(typeOf(one))));
  const number = attribute(result, 'billNo');
  const isBooking = attribute(result, 'billCategory') === 'BK';
  return {
    ...(isBooking ? { bookingNo: number } : { billNo: number }),
    pol: place(1, 2),
    pod: place(5),
    vessels: withTerminalPlan(legs, plan),
    containers: containers.map((container) => ({
      containerNo: attribute(container, 'containerNo'),
      containerType: sizeTypeFrom(container),
      sealNo: attribute(container, 'sealNo'),
      nodes: nodesFrom(attribute(container, 'status')),
    })),
    // Where both tell one kind, the plan of the terminal counts.
    cutOffs: [...cutoffsOfNodes(containers), ...cutoffsFrom(plan)],
    updateTime: attribute(result, 'updateTime'),
  };
}
