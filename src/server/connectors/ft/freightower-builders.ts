import { exampleBill, exampleContainer, otherContainer } from '../dcsa/event-builders.ts';

/** Any part of an answer of Freightower as it is written, to be bent by tests. */
export type WirePart = Record<string, unknown>;

const ports = {
  CNSHA: { name: 'Shanghai', zone: '+08:00' },
  SGSIN: { name: 'Singapore', zone: '+08:00' },
  NLRTM: { name: 'Rotterdam', zone: '+01:00' },
} as const;
type Port = keyof typeof ports;

const amber = { vessel: 'Amber Tide', voyage: '101W' };
const birch = { vessel: 'Birch Wake', voyage: '207W' };

/** A port of the way. */
export const placeOf = (type: number, code: Port, more: WirePart = {}): WirePart => ({
  type,
  code,
  name: ports[code].name,
  nameCn: null,
  nameOrigin: ports[code].name.toUpperCase(),
  portTimeZone: ports[code].zone,
  ...more,
});

/** A node of a container; its time is local text of the place. */
export const nodeOf = (eventCode: string, portCode: Port, eventTime: string, more: WirePart = {}): WirePart => ({
  eventCode,
  eventTime,
  isEsti: 'N',
  eventPlace: ports[portCode].name,
  portCode,
  portTimeZone: ports[portCode].zone,
  descriptionCn: '节点',
  transportMode: 'VESSEL',
  vslName: null,
  voy: null,
  source: 1,
  ...more,
});

/** A leg by ship. */
const routeOf = (route: number, pol: Port, pod: Port, modeDetails: WirePart): WirePart => ({
  route,
  polCode: pol,
  polName: ports[pol].name,
  polZone: ports[pol].zone,
  podCode: pod,
  podName: ports[pod].name,
  podZone: ports[pod].zone,
  transportMode: 'VESSEL',
  modeDetails: {
    routeCode: null,
    polStd: null,
    polAtdAis: null,
    podSta: null,
    podEtaFt: null,
    podAtaAis: null,
    ...modeDetails,
  },
});

const onAmber = { vslName: amber.vessel, voy: amber.voyage };
const shipNodes = (): WirePart[] => [
  nodeOf('DLPT', 'CNSHA', '2026-01-10 19:30:00', onAmber),
  nodeOf('TSBA', 'SGSIN', '2026-01-17 14:00:00', onAmber),
  nodeOf('BDAR', 'NLRTM', '2026-02-10 07:15:00', { vslName: birch.vessel, voy: birch.voyage, isEsti: 'Y' }),
];

/** What Freightower knows of a bill with two containers, from Shanghai over Singapore to Rotterdam, in Singapore now. */
export const exampleResult = (): WirePart => ({
  billNo: exampleBill,
  containerNo: null,
  isBillNo: true,
  billCategory: 'BL',
  statusCategory: 'TRACKING',
  updateTime: '2026-01-18 09:00:00',
  endTime: null,
  carrier: { code: 'MERI', scac: 'MERI', nameEn: 'Meridian', nameCn: null, url: null },
  places: [placeOf(1, 'CNSHA'), placeOf(4, 'SGSIN'), placeOf(5, 'NLRTM')],
  routes: [
    routeOf(1, 'CNSHA', 'SGSIN', {
      ...amber,
      polEtd: '2026-01-10 12:00:00',
      polAtd: '2026-01-10 19:30:00',
      podEta: '2026-01-17 12:00:00',
      podAta: '2026-01-17 14:00:00',
    }),
    routeOf(2, 'SGSIN', 'NLRTM', {
      ...birch,
      polEtd: '2026-01-20 12:00:00',
      polAtd: null,
      podEta: '2026-02-10 07:15:00',
      podAta: null,
    }),
  ],
  terminalPlan: null,
  containers: [
    {
      containerNo: exampleContainer,
      containerType: 'HQ',
      containerSize: '40',
      containerTypeGroup: '40HQ',
      sealNo: 'SL778',
      offLoadOfCarrier: false,
      status: [nodeOf('LOBD', 'CNSHA', '2026-01-10 02:00:00', onAmber), ...shipNodes()],
    },
    {
      containerNo: otherContainer,
      containerType: 'GP',
      containerSize: '20',
      containerTypeGroup: '20GP',
      sealNo: 'SL779',
      offLoadOfCarrier: false,
      status: [nodeOf('LOBD', 'CNSHA', '2026-01-10 03:00:00', onAmber), ...shipNodes()],
    },
  ],
});

/** An answer with data. */
export const exampleAnswer = (result: unknown = exampleResult()): WirePart => ({
  statusCode: 20_000,
  message: 'success',
  alertMessage: null,
  data: { query: { method: 'query' }, result },
});
