import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { exceptionMenus, trackingMenus } from '../menus.ts';

/** Positions are shown wherever cargo or vessels are followed. */
const vesselMenus = [...trackingMenus, '/vessel-alone', '/oms-ais'] as const;

const degrees = z.number();
const maybe = z.number().nullable();
const text = z.string().nullable();

/** A vessel as her AIS shows her: newest position and own data. */
const vesselPosition = z.object({
  mmsi: z.string(),
  imo: text,
  vesselName: text,
  callSign: text,
  flag: text,
  shipType: maybe,
  lengthM: maybe,
  beamM: maybe,
  draughtM: maybe,
  /** As the master typed it. */
  destination: text,
  masterEta: text,
  aisClass: z.enum(['A', 'B']).nullable(),
  fixTime: maybe,
  /** The source or receiver that brought the last position. */
  heardBy: text,
  lon: degrees.nullable(),
  lat: degrees.nullable(),
  speed: maybe,
  course: maybe,
  heading: maybe,
  navStatus: maybe,
  /** Port she lies in; null at sea. */
  portCode: text,
  portSince: maybe,
});

const mmsi = z.string().regex(/^\d{9}$/);
const imo = z.string().regex(/^\d{7}$/);
const instant = z.coerce.number().int().min(0).max(4_102_444_800_000);

const ofVessel = { mmsi: mmsi.optional(), imo: imo.optional() };

export const positionCalls = defineCalls({
  vesselPositions: {
    method: 'GET',
    path: '/api/data/ais/vessel/query',
    access: vesselMenus,
    summary: { zh: '查询船舶最新位置', en: 'Newest positions of vessels' },
    query: z.object({
      ...ofVessel,
      /** At least three characters of what it begins with. */
      vesselName: z.string().trim().max(60).optional(),
      callSign: z.string().trim().max(10).optional(),
    }),
    data: z.array(vesselPosition),
  },
  vesselTrack: {
    method: 'GET',
    path: '/api/data/ais/vessel/track',
    access: vesselMenus,
    summary: { zh: '船舶轨迹', en: 'Track of a vessel' },
    query: z.object({ ...ofVessel, timeFrom: instant.optional(), timeTo: instant.optional() }),
    data: z.object({
      mmsi: z.string(),
      /** Time, longitude, latitude, speed in knots; at most 2,000 points that keep the shape. */
      points: z.array(z.tuple([z.number(), degrees, degrees, maybe])),
      /** Positions in this time, and implausible ones among them, which are not drawn. */
      total: z.number().int(),
      implausible: z.number().int(),
    }),
  },
  vesselPortCalls: {
    method: 'GET',
    path: '/api/data/ais/vessel/portCalls',
    access: vesselMenus,
    summary: { zh: '船舶靠港记录', en: 'Port calls of a vessel' },
    query: z.object(ofVessel),
    data: z.array(z.object({ portCode: z.string(), arrivedTime: z.number(), departedTime: z.number().nullable() })),
  },
  aisFeeds: {
    method: 'GET',
    path: '/api/data/ais/feed/query',
    access: exceptionMenus,
    summary: { zh: 'AIS 接收情况', en: 'How receiving AIS goes' },
    data: z.array(
      z.object({
        code: z.string(),
        state: z.enum(['connecting', 'open', 'failed', 'done']),
        connectedTime: maybe,
        lastMessageTime: maybe,
        /** Lines, messages, positions, and refusals by reason. */
        counts: z.record(z.string(), z.number()),
        /** One refused line per reason. */
        samples: z.record(z.string(), z.string()),
        lastError: text,
        updatedTime: z.number(),
      }),
    ),
  },
});

/** How good own predictions are. */
export const etaScoreCalls = defineCalls({
  etaScores: {
    method: 'GET',
    path: '/api/data-center/eta-scores',
    access: ['/dashboard', '/home'],
    summary: { zh: '系统预计到港的准确度', en: 'How good own predictions of arrivals were' },
    data: z.array(
      z.object({
        /** Made at most so many days ahead; 0 = further. */
        leadDays: z.number().int(),
        /** From voyages that are over, instead of from a typical speed alone. */
        learned: z.boolean(),
        predictions: z.number().int(),
        voyages: z.number().int(),
        medianErrorHours: z.number(),
        /** Share of predictions at most 12 hours or a tenth of the lead off, and of the carrier's times at the same moments. */
        hitShare: z.number(),
        toldHitShare: maybe,
        /** Voyages stated to arrive later than the carrier reported, and of how many that was true. */
        claims: z.number().int(),
        claimsRight: z.number().int(),
        /** Good enough for exceptions and for pages shown to customers. */
        proven: z.boolean(),
      }),
    ),
  },
});
