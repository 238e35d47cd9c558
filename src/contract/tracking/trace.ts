import { z } from 'zod';
import { modes } from '#domain/tracking/journey/mode.ts';
import { pullPlans } from '#domain/tracking/why/why.ts';
import { defineCalls, wireId } from '../call.ts';
import { bookingRow, containerRow, documentRow, legRow, statusRow, subscriptionRow } from '../wire/rows.ts';
import { trackingMenus } from '../menus.ts';

const value = z.union([z.string(), z.number()]).nullable();

/** What one source says on one value. */
const claim = z.object({
  sourceCode: z.string(),
  sourceNameCn: z.string(),
  sourceNameEn: z.string(),
  sourceType: z.string(),
  value,
  observedAt: z.number(),
});

/** Why a value is shown: the rule, which source stated it, and what the others stated. */
const provenance = z.object({ rule: z.string(), winner: claim, others: z.array(claim) });

/** A place with what a screen needs to name it and show its local time. */
const tracePlace = z.object({
  code: z.string(),
  name: z.string().nullable(),
  nameCn: z.string().nullable(),
  lon: z.number().nullable(),
  lat: z.number().nullable(),
  zone: z.string().nullable(),
});

/** One milestone on the timeline; `paths` name the provenance entries of its three times. */
export const traceMilestone = z.object({
  statusCode: z.string(),
  nameCn: z.string(),
  nameEn: z.string(),
  portCode: z.string().nullable(),
  zone: z.string().nullable(),
  place: z.string().nullable(),
  vesselName: z.string().nullable(),
  voyage: z.string().nullable(),
  planned: z.number().nullable(),
  estimated: z.number().nullable(),
  actual: z.number().nullable(),
  /** What was expected and has passed without the event: no estimate any more. */
  overdue: z.number().optional(),
  path: z.string(),
});

export const traceStage = z.object({
  kind: z.enum(['origin', 'sea', 'main', 'border', 'transhipment', 'destination', 'inland', 'delivery']),
  index: z.number().int(),
  portCode: z.string().nullable(),
  milestones: z.array(traceMilestone),
});

const lonLat = z.tuple([z.number(), z.number()]);

/** How many containers have done it, when the first did, and when the last did or, while some have not, is expected. */
const containersDone = z.object({ done: z.number().int(), first: z.number().nullable(), last: z.number().nullable() });

/** Everything the trace page shows of one fused shipment. */
export const traceDetail = z.object({
  /** How the goods travel. */
  mode: z.enum(modes),
  booking: bookingRow,
  subscription: subscriptionRow,
  places: z.record(z.string(), tracePlace),
  containers: z.array(
    z.object({
      containerNo: z.string(),
      sizeType: z.string().nullable(),
      tradeName: z.string().nullable(),
      sealNo: z.string().nullable(),
      grossWeightKg: z.number().nullable(),
      volumeM3: z.number().nullable(),
      quantity: z.number().nullable(),
      /** Of units of other modes than sea: what carries it, from where to where, and how many pieces were counted there. */
      carriage: z
        .object({
          vesselName: z.string().nullable(),
          voyage: z.string().nullable(),
          from: z.string().nullable(),
          to: z.string().nullable(),
          receivedQuantity: z.number().nullable(),
        })
        .nullable(),
      current: z.string().nullable(),
      share: z.number(),
      stages: z.array(traceStage),
      lastFreeDay: z.string().nullable(),
      /** What the carrier's tariff says, where that decides the last free day. */
      tariff: z.object({ days: z.number(), rate: z.number().nullable(), currency: z.string().nullable() }).nullable(),
    }),
  ),
  legs: z.array(
    z.object({
      sequence: z.number(),
      vesselName: z.string().nullable(),
      vesselImo: z.string().nullable(),
      voyage: z.string().nullable(),
      portOfLoading: z.string().nullable(),
      portOfDischarge: z.string().nullable(),
      etd: z.number().nullable(),
      /** What was expected and has passed without the event: no estimate any more. */
      etdOverdue: z.number().optional(),
      atd: z.number().nullable(),
      eta: z.number().nullable(),
      etaOverdue: z.number().optional(),
      ata: z.number().nullable(),
    }),
  ),
  /** Lane per leg as drawn: travelled part and remaining part, longitudes continuous across the antimeridian. */
  track: z.array(
    z.object({
      leg: z.number(),
      travelled: z.array(lonLat),
      remaining: z.array(lonLat),
      distanceNm: z.number(),
      estimated: z.boolean(),
    }),
  ),
  /** How far goods by rail or road have come and have to go, as reckoned from their times; null by other modes and without a known way. */
  way: z.object({ doneKm: z.number(), remainingKm: z.number() }).nullable(),
  vessel: z.object({ name: z.string(), lon: z.number(), lat: z.number(), estimated: z.boolean() }).nullable(),
  /** The vessel of the present leg as received, and when we expect her at its port of discharge; null = not received. */
  /** Where the aircraft that carries the goods was heard last, by which receiver; null by other modes and while none hears it. */
  flightPosition: z
    .object({
      flight: z.string(),
      callsign: z.string(),
      fixTime: z.number(),
      lon: z.number(),
      lat: z.number(),
      altitudeFt: z.number().nullable(),
      speed: z.number().nullable(),
      course: z.number().nullable(),
      heardBy: z.string(),
    })
    .nullable(),
  position: z
    .object({
      leg: z.number(),
      mmsi: z.string(),
      vesselName: z.string().nullable(),
      fixTime: z.number(),
      lon: z.number(),
      lat: z.number(),
      speed: z.number().nullable(),
      course: z.number().nullable(),
      navStatus: z.number().nullable(),
      portCode: z.string().nullable(),
      eta: z
        .object({
          value: z.number(),
          low: z.number(),
          high: z.number(),
          basis: z.enum(['vessel', 'lane', 'speed']),
          passages: z.number().int(),
          typicalKn: z.number(),
          knownAt: z.number(),
          /** How good predictions made about as far ahead were; null while no arrival has followed any. */
          score: z.object({ voyages: z.number().int(), hitShare: z.number(), proven: z.boolean() }).nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /**
   * When goods by rail, road or air whose arrival is overdue arrive by earlier journeys between the same places, with the band in
   * which four of five of these lie; null while a source expects a time, by other modes and with fewer than 20 such journeys.
   */
  forecast: z.object({ value: z.number(), low: z.number(), high: z.number(), journeys: z.number().int() }).nullable(),
  etaHistory: z.array(z.object({ value: z.number(), knownAt: z.number(), sourceCode: z.string().nullable() })),
  provenance: z.record(z.string(), provenance),
  sources: z.array(
    z.object({
      code: z.string(),
      nameCn: z.string(),
      nameEn: z.string(),
      sourceType: z.string(),
      bkId: z.string().nullable(),
      lastSuccessTime: z.number().nullable(),
      lastChangeTime: z.number().nullable(),
      nextPullTime: z.number().nullable(),
      /** Why not at the usual time, or what the question waits for. */
      nextPullWhy: z.enum(pullPlans).nullable(),
      consecutiveFailures: z.number(),
      lastError: z.string().nullable(),
    }),
  ),
  exceptions: z.array(
    z.object({
      obmAutotestResultId: z.string(),
      testPurpose: z.string(),
      testPurposeName: z.string(),
      errorRemark: z.string(),
      severity: z.string(),
      handleStatus: z.string(),
      open: z.union([z.literal(0), z.literal(1)]),
      createTime: z.number(),
    }),
  ),
  /** Containers of one bill that travel apart: how many there are, have left and have arrived; null where they travel together. */
  boxes: z.object({ count: z.number().int(), departure: containersDone, arrival: containersDone }).nullable(),
  /** Nothing is left of route and cargo: when it was taken back, and whose word it had been; null = nothing was. */
  withdrawn: z.object({ time: z.number(), sourceCodes: z.array(z.string()) }).nullable(),
  now: z.number(),
  /** The moment of which this was known; null = now. */
  asOf: z.number().nullable(),
});
export type TraceDetail = z.output<typeof traceDetail>;

/** A moment as epoch ms or as an ISO text; anything else becomes NaN, which the verb refuses. */
const moment = z
  .union([z.number(), z.string().max(40)])
  .optional()
  .transform((given) => {
    if (given === undefined || given === '') return undefined;
    return typeof given === 'number' || /^\d{1,15}$/.test(given) ? Number(given) : Date.parse(given);
  });

export const traceCalls = defineCalls({
  getBusinessData: {
    method: 'GET',
    path: '/api/data/exceptionManage/queryBusinessDataByBkId',
    access: trackingMenus,
    summary: { zh: '订舱业务数据', en: 'A booking with its children' },
    query: z.object({ obmBkId: z.literal('').or(wireId).nullish() }),
    data: z.object({
      obmBk: bookingRow,
      obmDoc: documentRow,
      obmMultiVessel: z.array(legRow),
      obmDocActualContainerList: z.array(containerRow),
      mdStatusRecordList: z.array(statusRow),
    }),
  },
  getTrace: {
    method: 'GET',
    path: '/api/data/trace/detail',
    access: trackingMenus,
    summary: { zh: '跟踪详情', en: 'Trace of one shipment' },
    query: z.object({ obmBkId: wireId.nullish(), dataSource: z.string().max(60).optional(), asOf: moment }),
    data: traceDetail,
  },
});
