import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { portOfCall, turn } from './sailing.ts';

const maybe = z.number().nullable();
const text = z.string().nullable();

const activity = z.enum(['underway', 'drifting', 'anchored', 'moored']);

/** MMSI, name, longitude, latitude, speed in knots, course, what she does, when this was heard. */
const fleetVessel = z.tuple([z.string(), text, z.number(), z.number(), maybe, maybe, activity, z.number()]);
export type FleetVessel = z.output<typeof fleetVessel>;

const valueSource = z.enum(['own', 'carrier', 'master']);

/** A vessel with cargo of the caller's tenants. */
const cargoVessel = z.object({
  mmsi: z.string(),
  vesselName: text,
  /** Her next call, and when she is expected there by our forecast, else by her carrier. */
  nextPort: text,
  nextEta: maybe,
  etaBy: z.enum(['own', 'carrier']).nullable(),
  bookings: z.number().int(),
  /** Bookings with open exceptions, and what these may cost in US dollars; of each booking only the dearest one counts. */
  troubled: z.number().int(),
  moneyAtRisk: z.number(),
  worst: z
    .object({ obmAutotestResultId: z.string(), typeName: z.string(), severity: z.string(), referenceNo: z.string() })
    .nullable(),
});

/** Calls about vessels as people watch them. */
export const vesselCalls = defineCalls({
  vesselFleet: {
    method: 'GET',
    path: '/api/data/ais/vessel/fleet',
    access: ['/vessel-alone', '/risk-map', '/oms-ais'],
    summary: { zh: '全部船舶位置,或自上次以来的变化', en: 'Positions of all vessels, or what changed since' },
    query: z.object({
      /** The cursor of the last answer; all vessels without it. */
      since: z.string().max(80).optional(),
    }),
    data: z.object({
      cursor: z.string(),
      now: z.number(),
      /** These are all vessels, not only those that changed. */
      whole: z.boolean(),
      vessels: z.array(fleetVessel),
    }),
  },
  vesselOutlook: {
    method: 'GET',
    path: '/api/data/ais/vessel/outlook',
    access: ['/vessel-alone', '/oms-ais'],
    summary: {
      zh: '船舶下一港预计与各方准确率',
      en: 'Next arrival of a vessel by each source, and how right each was',
    },
    query: z.object({ mmsi: z.string().regex(/^\d{9}$/) }),
    data: z.object({
      /** Where she was last seen to leave. */
      fromPort: text,
      departedTime: maybe,
      nextPort: text,
      carrier: z.object({ carrierCode: z.string(), serviceCode: z.string(), voyage: text, eta: z.number() }).nullable(),
      master: z.object({ destination: text, portCode: text, eta: maybe }).nullable(),
      own: z
        .object({
          eta: z.number(),
          /** Four of five arrivals lie between these. */
          low: z.number(),
          high: z.number(),
          basis: z.enum(['vessel', 'lane', 'speed']),
          passages: z.number().int(),
          typicalKn: z.number(),
          leftNm: z.number(),
          knownTime: z.number(),
        })
        .nullable(),
      /** Of arrivals in the last 90 days: at most 12 hours or a tenth of the lead off counts as a hit. */
      scores: z.array(
        z.object({
          by: valueSource,
          /** Of this vessel, instead of all. */
          ofVessel: z.boolean(),
          arrivals: z.number().int(),
          told: z.number().int(),
          hitShare: z.number(),
          medianErrorHours: z.number(),
          /** Arrivals within the band that was reported. */
          bandShare: maybe,
        }),
      ),
      schedule: z.array(
        z.object({
          portCode: z.string(),
          carrierCode: z.string(),
          serviceCode: z.string(),
          voyage: text,
          arrival: turn,
          departure: turn,
          omitted: z.boolean(),
        }),
      ),
      /** Her planned way ahead through her next calls, as longitudes and latitudes; empty where it is not known. */
      route: z.array(z.tuple([z.number(), z.number()])),
      ports: z.array(portOfCall),
    }),
  },
  vesselCargo: {
    method: 'GET',
    path: '/api/data/ais/vessel/cargo',
    access: ['/vessel-alone'],
    summary: {
      zh: '载有本方货物的船舶，风险大的在前',
      en: "Vessels with cargo of the caller's tenants, the riskiest first",
    },
    query: z.object({ limit: z.coerce.number().int().min(1).max(200).default(20) }),
    data: z.object({
      now: z.number(),
      /** All of them, however many are given. */
      total: z.number().int(),
      vessels: z.array(cargoVessel),
      ports: z.array(portOfCall),
    }),
  },
});
