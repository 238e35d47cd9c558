import { normalizeContainerNumber } from '#shared/ids/container-number.ts';
import { isZone } from '#shared/time/zone.ts';
import type { Connector, ParsedRecord } from '../types.ts';
import { asObject, attribute, parseJsonBytes, refusal } from '../untrusted.ts';
import { toContent } from './to-content.ts';
import { validateRecord } from './validate-record.ts';

type Fields = Record<string, unknown>;

/** Outcomes of Freightower that are answers: data, and none yet. */
export const freightowerAnswers = { data: 20_000, collecting: 20_001 } as const;

/** Its nodes that are milestones of ours under another code. */
const otherCodes: Readonly<Record<string, string>> = { PCAB: 'AVPU' };
/** Its nodes that are no milestones here: holds, releases and moves by rail, feeder and truck. They are known and left out. */
const withoutMilestone: ReadonlySet<string> = new Set(
  `DUMP SRHD PRLD SRRS MCRP TMHD SRSD SRSE IRLB IRDP IRAR IRDS FDLB FDDP FDBA FDDC GWIT GWOT GTIN GTOT FETA PLFD CYOP CYCL SICT
   CUCT RELS`.split(/\s+/),
);

const first = (fields: Fields, ...names: string[]): unknown =>
  names.map((name) => attribute(fields, name)).find((value) => value !== undefined && value !== '');

const objects = (value: unknown): Fields[] =>
  Array.isArray(value) ? value.map((item: unknown) => asObject(item)).filter((item) => item !== undefined) : [];

/** A zone that is one of ours; how it writes others is left to the port. */
const zoneOf = (value: unknown): unknown => (typeof value === 'string' && isZone(value) ? value : undefined);

/** A port in the form of the checked record. */
const placeFrom = (fields: Fields, prefix: string): Fields => ({
  portCd: first(fields, `${prefix}Code`, `${prefix}PortCode`),
  portName: first(fields, `${prefix}NameEn`, `${prefix}Name`, `${prefix}NameCn`),
  timeZone: zoneOf(first(fields, `${prefix}TimeZone`)),
});

/** A route as a leg: the time by AIS counts where the carrier tells none. */
function legFrom(route: Fields, index: number): Fields {
  const details = asObject(attribute(route, 'modeDetails')) ?? {};
  return {
    seq: index + 1,
    vesselName: first(details, 'vessel', 'vesselName'),
    imo: first(details, 'imo', 'vesselImo'),
    voyageNo: first(details, 'voyage'),
    pol: placeFrom(route, 'pol'),
    pod: placeFrom(route, 'pod'),
    etd: first(details, 'polEtd', 'polStd'),
    atd: first(details, 'polAtd', 'polAtdAis'),
    eta: first(details, 'podEta', 'podEtaFt', 'podSta'),
    ata: first(details, 'podAta', 'podAtaAis', 'podAtbAis'),
  };
}

const isShip = (route: Fields): boolean => {
  const mode = attribute(route, 'transportMode');
  return typeof mode !== 'string' || mode === '' || /vessel|ocean|sea|barge|feeder/i.test(mode);
};

function nodesFrom(status: unknown): Fields[] {
  return objects(status).flatMap((node) => {
    const code = attribute(node, 'eventCode');
    if (typeof code === 'string' && withoutMilestone.has(code)) return [];
    return [
      {
        nodeCd: typeof code === 'string' ? (otherCodes[code] ?? code) : code,
        occurTime: attribute(node, 'eventTime'),
        isEst: attribute(node, 'isEsti'),
        portCd: attribute(node, 'portCode'),
        portName: attribute(node, 'eventPlace'),
        timeZone: zoneOf(attribute(node, 'portTimeZone')),
        vesselName: first(node, 'vslName'),
        voyageNo: first(node, 'voy'),
      },
    ];
  });
}

/** Size and type as one code, where both together are one of ISO 6346. */
function sizeTypeFrom(container: Fields): string | undefined {
  const [size, type] = [attribute(container, 'containerSize'), attribute(container, 'containerType')];
  const whole = [type, size, `${String(size)}${String(type)}`].find(
    (text) => typeof text === 'string' && /^[A-Z0-9]{4}$/i.test(text) && /^[0-9L][0-9A-Z]/i.test(text),
  );
  return typeof whole === 'string' ? whole : undefined;
}

/** Cut-offs of the terminal's plan, by the codes of the standard. */
function cutoffsFrom(plan: Fields): Fields[] {
  const cutoff = (code: string, ...names: string[]): Fields[] => {
    const time = first(plan, ...names);
    return time === undefined ? [] : [{ cutOffCd: code, cutOffTime: time }];
  };
  return [...cutoff('FCO', 'portClose', 'close'), ...cutoff('ECP', 'open'), ...cutoff('CUC', 'customsClose')];
}

/** The result of a query in the form that is checked piece by piece. */
function freightowerFields(result: Fields): Fields {
  const places = objects(attribute(result, 'places'));
  const place = (type: number): Fields => {
    const found = places.find((one) => Number(attribute(one, 'type')) === type) ?? {};
    return {
      portCd: first(found, 'code', 'portCode'),
      portName: first(found, 'nameEn', 'name', 'nameOrigin'),
      timeZone: zoneOf(first(found, 'timeZone', 'portTimeZone')),
    };
  };
  const routes = objects(attribute(result, 'routes')).filter(isShip);
  const isBill = attribute(result, 'isBillNo');
  return {
    billNo: isBill === false || isBill === 'N' ? undefined : attribute(result, 'billNo'),
    bookingNo: isBill === false || isBill === 'N' ? attribute(result, 'billNo') : undefined,
    pol: place(1),
    pod: place(5),
    vessels: routes.map(legFrom),
    containers: objects(attribute(result, 'containers')).map((container) => ({
      containerNo: attribute(container, 'containerNo'),
      containerType: sizeTypeFrom(container),
      sealNo: attribute(container, 'sealNo'),
      nodes: nodesFrom(attribute(container, 'status')),
    })),
    cutOffs: cutoffsFrom(asObject(attribute(result, 'terminalPlan')) ?? {}),
    updateTime: attribute(result, 'updateTime'),
  };
}

/** Whether the answer is about another shipment than was asked for. */
function isStranger(
  record: { billNo: string | null; containers: readonly { containerNo: string }[] },
  about: Parameters<Connector['parse']>[1],
): boolean {
  const asked = about.billNo?.trim().toUpperCase() ?? '';
  if (about.subject === 'bill')
    return record.billNo !== null && asked !== '' && !asked.endsWith(record.billNo) && !record.billNo.endsWith(asked);
  const box = normalizeContainerNumber(about.containerNo ?? '');
  return record.containers.length > 0 && !record.containers.some(({ containerNo }) => containerNo === box);
}

/** Makes one record of the newest answer of Freightower; pieces that cannot be taken are refused. Never throws. */
export const parseFreightower: Connector['parse'] = (bodies, about, reference): ParsedRecord => {
  const nothing: ParsedRecord = { content: null, observedAt: about.receivedAt, refusals: [] };
  const body = bodies.at(-1);
  if (body === undefined) return nothing;
  const json = parseJsonBytes(body);
  if (json === undefined) return { ...nothing, refusals: [refusal('unreadable')] };
  const envelope = asObject(json.value) ?? {};
  if (attribute(envelope, 'statusCode') === freightowerAnswers.collecting) return nothing;
  const data = asObject(attribute(envelope, 'data')) ?? {};
  const result = asObject(attribute(data, 'result')) ?? asObject(attribute(envelope, 'result'));
  if (result === undefined) return { ...nothing, refusals: [refusal('malformed_event', { field: 'data.result' })] };
  const { record, refusals } = validateRecord(freightowerFields(result), reference);
  if (isStranger(record, about))
    return {
      ...nothing,
      refusals: [...refusals, refusal('unknown_reference', { field: 'billNo', value: record.billNo })],
    };
  const own = about.subject === 'container' ? normalizeContainerNumber(about.containerNo ?? '') : undefined;
  const containers = record.containers.filter(({ containerNo }) => own === undefined || containerNo === own);
  return {
    content: {
      ...toContent({ ...record, containers }, about.carrierCode),
      ...(own === undefined && containers.length > 0 && { listsAllContainers: true as const }),
    },
    observedAt: Math.min(record.updatedAt ?? about.receivedAt, about.receivedAt),
    refusals,
  };
};
