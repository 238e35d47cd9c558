import { z } from 'zod';
import { defineCalls } from '../call.ts';

const maybe = z.number().nullable();
const text = z.string().nullable();

/** Kinds of areas: those of master data, storms, and crowded ports. */
export const riskKinds = [
  'STORM',
  'WAR',
  'PIRACY',
  'CHOKEPOINT',
  'CLOSURE',
  'WEATHER',
  'STRIKE',
  'CONGESTION',
] as const;
export type RiskKind = (typeof riskKinds)[number];
const kind = z.enum(riskKinds);

const pair = z.tuple([z.number(), z.number()]);

const booking = z.object({ obmTkSubscribeId: z.string(), referenceNo: z.string(), obmBkId: text });

const vessel = z.object({
  mmsi: z.string(),
  vesselName: text,
  /** Reckoned along her way, instead of heard. */
  reckoned: z.boolean(),
  /** What the caller's tenants have on board. */
  bookings: z.array(booking),
});

const area = z.object({
  code: z.string(),
  kind,
  name: z.string(),
  nameCn: text,
  severity: z.enum(['low', 'medium', 'high']),
  note: text,
  noteCn: text,
  validFrom: maybe,
  validTo: maybe,
  /** Who says so, and when it was stated. */
  source: z.string(),
  sourceCn: text,
  saidTime: maybe,
  outline: z.array(z.array(pair)),
  /** Of storms: where it goes, its winds, and how far off its middle may be. */
  storm: z.object({ windKn: z.number(), radiusNm: z.number(), errorNm: z.number(), track: z.array(pair) }).nullable(),
  vessels: z.array(vessel),
});
export type RiskArea = z.output<typeof area>;

const port = z.object({
  portCode: z.string(),
  portName: z.string(),
  portNameCn: text,
  lon: maybe,
  lat: maybe,
  /** Vessels at anchor in the roads now. */
  waiting: z.number().int(),
  /** Of vessels that came to their berths within a week, and in the 90 days before that. */
  medianWaitHours: maybe,
  normalWaitHours: maybe,
  berthed: z.number().int(),
  /** Wait against the port's own normal; 1 = as usual. */
  index: maybe,
  /** Median wait of each of the last 30 days, the oldest first; null without a vessel. */
  trend: z.array(maybe),
});
export type CrowdedPort = z.output<typeof port>;

/** Calls about what endangers or delays vessels. */
export const riskCalls = defineCalls({
  riskMap: {
    method: 'GET',
    path: '/api/data/riskMap/query',
    access: ['/risk-map'],
    summary: { zh: '查询风险地图', en: 'Risk areas with the vessels inside, and how crowded ports are' },
    query: z.object({
      /** Hours ahead; now without it. */
      ahead: z.coerce.number().int().min(0).max(120).default(0),
    }),
    data: z.object({
      now: z.number(),
      at: z.number(),
      areas: z.array(area),
      ports: z.array(port),
      sources: z.array(
        z.object({ code: z.string(), name: z.string(), nameCn: z.string(), answeredTime: maybe, failing: z.boolean() }),
      ),
    }),
  },
  riskWatchGet: {
    method: 'GET',
    path: '/api/data/riskMap/watch',
    access: ['/risk-map'],
    summary: { zh: '查询本人的风险提醒', en: 'Of which risk areas the caller is notified' },
    data: z.object({ kinds: z.array(kind) }),
  },
  riskWatchSave: {
    method: 'POST',
    path: '/api/data/riskMap/watch/save',
    access: ['/risk-map'],
    summary: { zh: '设置本人的风险提醒', en: 'Notify the caller when a vessel with own bookings enters an area' },
    body: z.object({ kinds: z.array(kind).max(riskKinds.length) }),
    data: z.object({ kinds: z.array(kind) }),
  },
});
