import {
  exampleBill,
  exampleBooking,
  exampleContainer,
  otherContainer,
} from '#server/connectors/dcsa/event-builders.ts';

/** Any part of an answer of the aggregator as it is written, to be bent by tests. */
export type WirePart = Record<string, unknown>;

const places = {
  CNSHA: { portCd: 'CNSHA', portName: 'Shanghai', timeZone: 'Asia/Shanghai' },
  SGSIN: { portCd: 'SGSIN', portName: 'Singapore', timeZone: 'Asia/Singapore' },
  NLRTM: { portCd: 'NLRTM', portName: 'Rotterdam', timeZone: 'Europe/Amsterdam' },
} as const;

/** A place of the examples as the aggregator writes it. */
export function placeOf(code: keyof typeof places): WirePart {
  return { ...places[code] };
}

/** One node of a container; the time is local text of the place. */
export function nodeOf(nodeCd: string, code: keyof typeof places, occurTime: string, more: WirePart = {}): WirePart {
  return {
    nodeCd,
    nodeName: '节点',
    ...places[code],
    occurTime,
    isEst: 'N',
    vesselName: null,
    voyageNo: null,
    ...more,
  };
}

const amber = { vesselName: 'Amber Tide', voyageNo: '101W' };
const birch = { vesselName: 'Birch Wake', voyageNo: '207W' };

/** The ships' calls of the example, as they are repeated for every container. */
function shipNodes(): WirePart[] {
  return [
    nodeOf('DLPT', 'CNSHA', '2026-01-10 19:30:00', amber),
    nodeOf('TSBA', 'SGSIN', '2026-01-17 14:00:00', amber),
    nodeOf('BDAR', 'NLRTM', '2026-02-10 07:15:00', { ...birch, isEst: 'Y' }),
  ];
}

/** The record of a bill with two containers, from Shanghai over Singapore to Rotterdam, in Singapore now. */
export function exampleRecord(): WirePart {
  return {
    billNo: exampleBill,
    bookingNo: exampleBooking,
    carrierCd: 'MERI',
    pol: placeOf('CNSHA'),
    pod: placeOf('NLRTM'),
    vessels: [
      {
        seq: 1,
        imo: '9321483',
        ...amber,
        pol: placeOf('CNSHA'),
        pod: placeOf('SGSIN'),
        etd: '2026-01-10 12:00:00',
        atd: '2026-01-10 19:30:00',
        eta: '2026-01-17 12:00:00',
        ata: '2026-01-17 14:00:00',
      },
      {
        seq: 2,
        imo: '9074729',
        ...birch,
        pol: placeOf('SGSIN'),
        pod: placeOf('NLRTM'),
        etd: '2026-01-20 12:00:00',
        atd: null,
        eta: '2026-02-10 07:15:00',
        ata: null,
      },
    ],
    containers: [
      {
        containerNo: exampleContainer,
        containerType: '45G1',
        sealNo: 'SL778',
        nodes: [nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', amber), ...shipNodes()],
      },
      {
        containerNo: otherContainer,
        containerType: '22G1',
        sealNo: 'SL779',
        nodes: [nodeOf('LOBD', 'CNSHA', '2026-01-10 03:00:00', amber), ...shipNodes()],
      },
    ],
    endFlag: 'N',
    updateTime: '2026-01-18 09:00:00',
  };
}

/** A successful answer with a record. */
export function exampleEnvelope(data: unknown = exampleRecord()): WirePart {
  return { code: '0', msg: '成功', data };
}
