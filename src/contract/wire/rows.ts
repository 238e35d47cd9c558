import { z } from 'zod';
import { modes } from '#domain/tracking/journey/mode.ts';
import { keysOf, recordOf } from '#shared/values/objects.ts';

// The only place that knows the wire's names. Ids are strings, flags 0/1 numbers, instants epoch ms,
// a *Str twin holds the same moment as port-local text yyyy-MM-dd HH:mm:ss.

const time = z.number().nullable();
const text = z.string().nullable();
const flag = z.union([z.literal(0), z.literal(1)]);

/** An exception as `obmAutotestResult`. */
export const exceptionResult = z.object({
  obmAutotestResultId: z.string(),
  testPurpose: z.string(),
  testPurposeName: z.string(),
  tenantCode: z.string(),
  tenantName: z.string(),
  blNo: text,
  ctnNo: text,
  carrierCode: text,
  errorRemark: z.string(),
  createTime: time,
  lastModifyTime: time,
  handleStatus: z.string(),
  handleRemark: text,
  handleTime: time,
  chargeCode: text,
  chargeName: text,
  obmTkSubscribeId: text,
  bkId: text,
  // As its subscription has them.
  isBillNo: flag.nullable(),
  recordTime: time,
  endFlag: flag.nullable(),
  processType: text,
  bizSourceType: text,
  vesselName: text,
  voyage: text,
  severity: z.string(),
  open: flag,
  /** What closed it without a person, as a code; null while it is open. */
  resolution: text,
  regressions: z.number(),
  /** What it shares its cause with; null when it is a matter of this booking alone. */
  incidentId: text,
  /** What brought it here: new, regressed (it came back) or escalating (it got worse). */
  reason: z.string(),
  /** The threshold it crossed. `below`: the measured value lies under the limit, as time that is left does. */
  crossing: z
    .object({
      setting: z.string(),
      limit: z.number(),
      measured: z.number(),
      unit: z.enum(['hours', 'days', 'times']),
      below: z.literal(true).optional(),
    })
    .nullable(),
  /** What it may cost in whole US dollars, and how that comes about in one sentence; 0 where nothing can be reported. */
  moneyAtRisk: z.number().int(),
  moneyReason: text,
  /** 1 = deferred until it gets worse, and no longer than `snoozedUntil` where that is given. */
  snoozed: flag,
  snoozedUntil: time,
  /** All containers that the problem concerns; the text names the first ones. */
  boxNos: z.array(z.string()),
  evidence: z.array(
    z.object({
      path: z.string(),
      value: z.union([z.string(), z.number()]).nullable(),
      sourceCode: z.string().optional(),
      observedAt: z.number().optional(),
      zone: z.string().optional(),
    }),
  ),
  recordVersion: z.number(),
});

/** A subscription as `obmTkSubscribe`. */
export const subscriptionRow = z.object({
  obmTkSubscribeId: z.string(),
  tenantCode: z.string(),
  tenantName: z.string(),
  isBillNo: flag,
  blNo: text,
  ctnNo: text,
  carrierCode: z.string(),
  vesselName: text,
  voyage: text,
  endFlag: flag,
  processType: z.string(),
  bizSourceType: z.string(),
  inOutFlag: text,
  bkId: text,
  subscribeStatus: flag,
  recordTime: time,
  remark: text,
  recordVersion: z.number(),
});

const place = <P extends string>(prefix: P) => ({
  ...recordOf(
    [`${prefix}Code`, `${prefix}Name`, `${prefix}NameCn`, `${prefix}NameDesc`, `${prefix}Zone`] as const,
    () => text,
  ),
  ...recordOf([`${prefix}Lon`, `${prefix}Lat`] as const, () => z.number().nullable()),
});
const timeWithText = <N extends string>(name: N) => ({
  ...recordOf([name], () => time),
  ...recordOf([`${name}Str`] as const, () => text),
});

/** A booking (source record or fused) as `obmBk`. */
export const bookingRow = z.strictObject({
  obmBkId: z.string(),
  /** How the goods travel; left out by sea. */
  mode: z.enum(modes).exclude(['sea']).optional(),
  blNo: text,
  ctnNo: text,
  refrenceNo: text,
  unionFlag: flag,
  processType: z.string(),
  bizSourceType: z.string(),
  endFlag: flag,
  carrierCode: text,
  carrierName: text,
  carrierUrl: text,
  custVessel: text,
  custVoyage: text,
  inOutFlag: text,
  isBillNo: flag,
  packageVersion: text,
  businessNo: text.optional(),
  endTime: time.optional(),
  recordVersion: z.number().nullish(),
  ...place('por'),
  ...place('pol'),
  ...place('pod'),
  ...place('deliveryPlace'),
  ...place('destination'),
  ...timeWithText('custEtd'),
  /** The time is the plan: nobody has estimated another one. */
  custEtdPlanned: flag.optional(),
  /** What was expected and has passed without a departure: no estimate any more. */
  custEtdOverdue: z.number().optional(),
  ...timeWithText('atd'),
  ...timeWithText('custEta'),
  custEtaPlanned: flag.optional(),
  /** What was expected and has passed without an arrival: no estimate any more. */
  custEtaOverdue: z.number().optional(),
  ...timeWithText('ata'),
  ...z
    .object({
      ...timeWithText('openTime'),
      ...timeWithText('closeTime'),
      vesselDestination: text,
      voyageDestination: text,
      ...timeWithText('loadedTimeDestination'),
      ...timeWithText('etdDestination'),
      etdDestinationOverdue: z.number(),
      ...timeWithText('atdDestination'),
      ...timeWithText('etaDestination'),
      etaDestinationOverdue: z.number(),
      ...timeWithText('ataDestination'),
    })
    .partial().shape,
});

/** The bill of lading as `obmDoc`. */
export const documentRow = z.object({
  obmDocId: z.string(),
  obmBkId: z.string(),
  blNo: text,
  carrierCode: text,
  processType: z.string(),
  bizSourceType: z.string(),
  unionFlag: flag,
});

/** One vessel leg as `obmMultiVessel`. */
export const legRow = z.strictObject({
  obmMultiVesseId: z.string(),
  obmBkId: z.string(),
  sequence: z.number(),
  vesselEn: text,
  voyage: text,
  ...timeWithText('etd'),
  /** What was expected and has passed without the event: no estimate any more. */
  etdOverdue: z.number().optional(),
  ...timeWithText('atd'),
  ...timeWithText('eta'),
  etaOverdue: z.number().optional(),
  ...timeWithText('ata'),
  ...place('pol'),
  ...place('pod'),
});

/** One container as `obmDocActualContainer`. */
export const containerRow = z.object({
  obmDocActualContainerId: z.string(),
  obmDocId: z.string(),
  bcId: z.string(),
  ctnNo: z.string(),
  sealNo: text,
  sizeType: text,
  quantity: z.number().nullable(),
  grossWeight: z.number().nullable(),
  cube: z.number().nullable(),
  rowStatus: z.number(),
  bizSourceType: z.string(),
  processType: z.string(),
  unionFlag: flag,
});

/** One milestone as `mdStatusRecord`. */
export const statusRow = z.object({
  mdStatusRecordId: z.string(),
  containerNo: text,
  operationDocumentNo: text,
  isActive: flag,
  portCode: text,
  statusCode: z.string(),
  statusNameCn: text,
  statusNameEn: text,
  statusSequence: z.number().nullable(),
  stageCode: text,
  stageName: text,
  stageSequence: z.number().nullable(),
  eventTime: time,
  eventTimeStr: text,
  estiEventTime: time,
  estiEventTimeStr: text,
  planEventTime: time,
  planEventTimeStr: text,
  isEsti: flag,
  /** What was expected and has passed without the event: no estimate any more. */
  eventTimeOverdue: z.number().optional(),
  vesselName: text,
  voyage: text,
  eventPlace: text,
  eventPlaceDesc: text,
  eventTimeZone: text,
});

const notRead = z.unknown().optional();

/**
 * The fields of an answered row, for a call that takes the whole row back: those that it does not read itself are accepted and
 * change nothing.
 */
export const sentBack = <S extends z.core.$ZodLooseShape>(
  row: z.ZodObject<S>,
): Record<keyof S & string, typeof notRead> => recordOf(keysOf(row.shape), () => notRead);
