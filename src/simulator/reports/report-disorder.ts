import { createRandom } from '#shared/random/prng.ts';
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { zoneOffsetMs } from '#shared/time/zone.ts';
import type { PlantedCause } from '../disorder/causes.ts';
import type { Shipment } from '../shipments/types.ts';
import type { CarrierRecord } from './types.ts';

type Draft = Omit<CarrierRecord, 'serial'>;

/** A time in which neither the carrier nor the aggregator says anything. */
export type Silence = { from: Instant; to: Instant };

/** What became of an honest report, with the causes recorded. */
export type DisorderedReport = {
  records: Draft[];
  causes: PlantedCause[];
  silence: Silence | undefined;
  /** EQUIPMENT codes the aggregator does not hear of either. */
  unheard: 'DISC' | 'LOAD' | undefined;
};

/** Codes that trade or old systems use for a port; the reference data knows them as aliases. */
const aliases: Readonly<Record<string, string>> = {
  CNSHA: 'CNSGH',
  CNNGB: 'CNNBO',
  CNTAO: 'CNQIN',
  CNXMN: 'CNXAM',
  CNTXG: 'CNTNJ',
  CNDLC: 'CNDAL',
};

const none: Omit<DisorderedReport, 'records'> = { silence: undefined, unheard: undefined, causes: [] };

function actual(records: readonly Draft[], code: string, last: boolean): Draft | undefined {
  const match = (one: Draft): boolean => one.classifier === 'ACT' && one.code === code && one.type !== 'SHIPMENT';
  return last ? records.findLast(match) : records.find(match);
}

function replace(records: readonly Draft[], old: Draft, ...by: Draft[]): Draft[] {
  return records.flatMap((one) => (one === old ? by : [one]));
}

function keepSilent(records: readonly Draft[], silence: Silence): Draft[] {
  // The backlog comes at once when the source wakes up.
  return records.map((one, i) =>
    one.createdAt > silence.from && one.createdAt <= silence.to
      ? { ...one, createdAt: silence.to + (1 + (i % 30)) * MINUTE_MS }
      : one,
  );
}

function rename(records: readonly Draft[], portCode: string, by: string): Draft[] {
  return records.map((one) => (one.portCode === portCode ? { ...one, portCode: by } : one));
}

function noData(shipment: Shipment, records: Draft[], share: number): DisorderedReport {
  const silence = { from: shipment.bookedAt - 1, to: shipment.bookedAt + (70 + share * 90) * HOUR_MS };
  const causes: PlantedCause[] = [
    { kind: 'noData', codes: ['NO_DATA'], from: shipment.bookedAt + DAY_MS, to: silence.to },
  ];
  return { ...none, records: keepSilent(records, silence), causes, silence };
}

function goneStale(shipment: Shipment, records: Draft[], share: number): DisorderedReport {
  const departed = shipment.milestones.find((one) => one.code === 'DLPT')?.actual ?? shipment.bookedAt;
  const arrived = shipment.milestones.find((one) => one.code === 'BDAR')?.actual ?? departed;
  const from = departed + (arrived - departed) * share * 0.7 - 2 * HOUR_MS;
  const silence = { from, to: from + (5 + share * 4) * DAY_MS };
  const causes: PlantedCause[] = [
    { kind: 'goneStale', codes: ['DATA_STALE'], from: from + 3 * DAY_MS, to: silence.to },
  ];
  return { ...none, records: keepSilent(records, silence), causes, silence };
}

function missing(shipment: Shipment, records: Draft[], code: 'DISC' | 'LOAD'): DisorderedReport {
  const kept = records.filter((one) => one.code !== code || one.classifier !== 'ACT');
  const event = code === 'DISC' ? actual(records, 'ARRI', true) : actual(records, 'DEPA', false);
  const from = (event?.createdAt ?? 0) + (code === 'DISC' ? 2 * DAY_MS : 0);
  const kind = code === 'DISC' ? 'missingDischarge' : 'missingLoad';
  return {
    ...none,
    records: kept,
    causes: [{ kind, codes: ['MISSING_MILESTONE'], from, to: null }],
    unheard: code,
  };
}

function futureTime(
  records: Draft[],
  old: Draft,
  wrong: Draft,
  kind: PlantedCause['kind'],
  corrected: Instant,
): DisorderedReport {
  const right: Draft = { ...old, createdAt: Math.max(old.createdAt + 30 * MINUTE_MS, corrected) };
  return {
    ...none,
    records: replace(records, old, wrong, right),
    causes: [{ kind, codes: ['FUTURE_ACTUAL'], from: wrong.createdAt, to: right.createdAt }],
  };
}

function localAsUtc(records: Draft[]): DisorderedReport | undefined {
  const old = [actual(records, 'DEPA', false), actual(records, 'ARRI', true)].find(
    (one) => one !== undefined && zoneOffsetMs(one.eventAt, one.port.zone) >= 5 * HOUR_MS,
  );
  if (old === undefined) return undefined;
  const offset = zoneOffsetMs(old.eventAt, old.port.zone);
  const wrong = { ...old, localAsUtc: true, createdAt: old.eventAt + 20 * MINUTE_MS };
  const from = wrong.createdAt;
  const to = old.eventAt + offset - 2 * HOUR_MS;
  const causes: PlantedCause[] = [{ kind: 'localTimeAsUtc', codes: ['FUTURE_ACTUAL'], from, to }];
  return { ...none, records: replace(records, old, wrong), causes };
}

function wrongPort(shipment: Shipment, records: Draft[], known: boolean): DisorderedReport | undefined {
  const ports = shipment.milestones
    .filter((one) => one.code === 'DLPT' || one.code === 'BDAR')
    .map(({ port }) => port.code);
  if (known) {
    const code = ports.find((one) => aliases[one] !== undefined);
    const alias = code && aliases[code];
    if (code === undefined || alias === undefined) return undefined;
    const causes: PlantedCause[] = [{ kind: 'aliasPort', codes: [], from: shipment.confirmedAt, to: null }];
    return { ...none, records: rename(records, code, alias), causes };
  }
  const code = ports[ports.length - 1] ?? '';
  const causes: PlantedCause[] = [
    { kind: 'unknownPort', codes: ['PORT_UNMATCHED'], from: shipment.confirmedAt, to: null },
  ];
  return { ...none, records: rename(records, code, `${code.slice(0, 2)}Q${code.slice(2, 3)}X`), causes };
}

function wrongOrder(
  records: Draft[],
  kind: 'eventDisorder' | 'arrivalBeforeDeparture',
  share: number,
): DisorderedReport | undefined {
  const backwards = kind === 'eventDisorder';
  const before = backwards ? actual(records, 'DISC', true) : actual(records, 'DEPA', true);
  const old = backwards
    ? records.find((one) => one.code === 'GTOT' && one.classifier === 'ACT' && one.container === before?.container)
    : actual(records, 'ARRI', true);
  if (old === undefined || before === undefined) return undefined;
  const eventAt = before.eventAt - Math.round((6 + share * 24) * 60) * MINUTE_MS;
  const code = backwards ? 'STATUS_DISORDER' : 'ATA_BEFORE_ATD';
  return {
    ...none,
    records: replace(records, old, { ...old, eventAt }),
    causes: [{ kind, codes: [code], from: old.createdAt, to: null }],
  };
}

/** Puts the drawn cause into an honest report; a cause that does not fit the shipment leaves it healthy. */
export function disorderReport(seed: string, shipment: Shipment, records: Draft[]): DisorderedReport {
  const healthy: DisorderedReport = { ...none, records };
  const random = createRandom(`${seed}/report-disorder/${shipment.billNo}`);
  const share = random.next();
  switch (shipment.disorder.report) {
    case 'noData':
      return noData(shipment, records, share);
    case 'goneStale':
      return goneStale(shipment, records, share);
    case 'missingDischarge':
      return missing(shipment, records, 'DISC');
    case 'missingLoad':
      return missing(shipment, records, 'LOAD');
    case 'duplicateEvent': {
      const old = actual(records, random.pick(['GTIN', 'LOAD', 'DISC']), false);
      if (old === undefined) return healthy;
      const later = Math.round(25 + share * 150) * MINUTE_MS;
      const again = {
        ...old,
        eventAt: old.eventAt + later,
        createdAt: old.createdAt + later + 40 * MINUTE_MS,
      };
      const causes: PlantedCause[] = [
        { kind: 'duplicateEvent', codes: ['STATUS_DUP'], from: again.createdAt, to: null },
      ];
      return { ...healthy, records: replace(records, old, old, again), causes };
    }
    case 'eventDisorder':
    case 'arrivalBeforeDeparture':
      return wrongOrder(records, shipment.disorder.report, share) ?? healthy;
    case 'localTimeAsUtc':
      return localAsUtc(records) ?? healthy;
    case 'futureActual': {
      const old = actual(records, 'DEPA', false);
      if (old === undefined) return healthy;
      const wrong = { ...old, eventAt: old.eventAt + Math.round(4 + share * 5) * DAY_MS };
      return futureTime(records, old, wrong, 'futureActual', old.createdAt + 3 * DAY_MS);
    }
    case 'aliasPort':
      return wrongPort(shipment, records, true) ?? healthy;
    case 'unknownPort':
      return wrongPort(shipment, records, false) ?? healthy;
    default:
      return healthy;
  }
}
