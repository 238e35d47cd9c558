import { HOUR_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { keysOf } from '#shared/values/objects.ts';
import { bestTime } from './model.ts';
import type {
  CallDifference,
  CallValueSources,
  ComparedField,
  CutOff,
  MergedCall,
  StatedCall,
  Statement,
  ValueSource,
  CallStatement,
  CallTimes,
} from './model.ts';

/** Calls of one vessel at one port that lie nearer together than this are one call. */
const sameCallMs = 84 * HOUR_MS;
/** Carriers round times; less than this is no difference. */
const sameTimeMs = HOUR_MS;

/** A call as far as statements are matched with it. */
export type MatchableCall = {
  imo: string;
  portCode: string;
  universalVoyage: string | null;
  arrivesAt: number;
};

const arrivalOf = (call: StatedCall): number => bestTime(call.arrival) ?? bestTime(call.departure) ?? 0;

/** Whether a statement is about a call: the same port and time, and the same vessel or the reference that all carriers share. */
function isAbout(statement: StatedCall, call: MatchableCall): boolean {
  if (statement.portCode !== call.portCode) return false;
  const isNear = [bestTime(statement.arrival), statement.arrival.planned, bestTime(statement.departure)].some(
    (at) => at !== null && Math.abs(at - call.arrivesAt) < sameCallMs,
  );
  const isSameVoyage = statement.universalVoyage !== null && statement.universalVoyage === call.universalVoyage;
  return isNear && (statement.imo === call.imo || isSameVoyage);
}

/** The call among several that a statement is about: the nearest in time; undefined when it is about none of them. */
export function findCall<Call extends MatchableCall>(statement: StatedCall, calls: readonly Call[]): Call | undefined {
  const at = arrivalOf(statement);
  let best: Call | undefined;
  for (const call of calls) {
    if (!isAbout(statement, call)) continue;
    if (best === undefined || Math.abs(call.arrivesAt - at) < Math.abs(best.arrivesAt - at)) best = call;
  }
  return best;
}

type Weighed = Pick<Statement, 'carrierCode' | 'operatorCode' | 'statedAt'>;

/** The carrier that sails the vessel first, then the one that stated something last. */
const byWeight = (a: Weighed, b: Weighed): number =>
  Number(b.operatorCode === b.carrierCode) - Number(a.operatorCode === a.carrierCode) ||
  b.statedAt - a.statedAt ||
  (a.carrierCode < b.carrierCode ? -1 : 1);

/** The newest words of each carrier, those that count most first. */
const weigh = <StatementValue extends Weighed>(all: readonly StatementValue[]): StatementValue[] => {
  const newest = new Map(
    all.toSorted((a, b) => a.statedAt - b.statedAt).map((statement) => [statement.carrierCode, statement]),
  );
  return [...newest.values()].toSorted(byWeight);
};

/** Which source reported the times of a call that count, and each of its cut-offs. */
export function valueSourcesOf(all: readonly CallStatement[]): CallValueSources {
  const statements = weigh(all);
  const valueSourceOf = (turn: 'arrival' | 'departure'): ValueSource | null => {
    for (const kind of ['actual', 'estimated', 'planned'] as const)
      for (const statement of statements)
        if (statement[turn][kind] !== null) return { carrierCode: statement.carrierCode, statedAt: statement.statedAt };
    return null;
  };
  const cutOffs: Record<string, ValueSource> = {};
  for (const statement of statements)
    for (const { code } of statement.cutOffs)
      cutOffs[code] ??= { carrierCode: statement.carrierCode, statedAt: statement.statedAt };
  return { arrival: valueSourceOf('arrival'), departure: valueSourceOf('departure'), cutOffs };
}

const first = <Value>(statements: readonly Statement[], of: (statement: Statement) => Value | null): Value | null => {
  for (const statement of statements) {
    const value = of(statement);
    if (value !== null) return value;
  }
  return null;
};

const mergeTimes = (statements: readonly Statement[], of: (statement: Statement) => CallTimes): CallTimes => ({
  planned: first(statements, (statement) => of(statement).planned),
  estimated: first(statements, (statement) => of(statement).estimated),
  actual: first(statements, (statement) => of(statement).actual),
});

function mergeCutOffs(statements: readonly Statement[]): CutOff[] {
  const found = new Map<string, CutOff>();
  for (const { cutOffs } of statements) for (const one of cutOffs) if (!found.has(one.code)) found.set(one.code, one);
  return [...found.values()].toSorted((a, b) => a.at - b.at || (a.code < b.code ? -1 : 1));
}

const valueOf: Readonly<Record<ComparedField, (statement: Statement) => string | number | boolean | null>> = {
  vessel: (statement) => statement.vesselName,
  terminal: (statement) => statement.terminal,
  omitted: (statement) => statement.omitted,
  plannedArrival: (statement) => statement.arrival.planned,
  estimatedArrival: (statement) => statement.arrival.estimated,
  actualArrival: (statement) => statement.arrival.actual,
  plannedDeparture: (statement) => statement.departure.planned,
  estimatedDeparture: (statement) => statement.departure.estimated,
  actualDeparture: (statement) => statement.departure.actual,
};

const isOther = (a: string | number | boolean, b: string | number | boolean): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) >= sameTimeMs : a !== b;

/** What carriers tell differently of a call, the one that counts first. */
function differencesOf(statements: readonly Statement[]): CallDifference[] {
  return keysOf(valueOf).flatMap((field) => {
    const values = statements.flatMap((statement) => {
      const value = valueOf[field](statement);
      return value === null ? [] : [{ carrierCode: statement.carrierCode, value, statedAt: statement.statedAt }];
    });
    const [counts] = values;
    return counts !== undefined && values.some(({ value }) => isOther(value, counts.value)) ? [{ field, values }] : [];
  });
}

/** An actual time is only believed when it does not contradict the other one. */
function inOrder(arrival: CallTimes, departure: CallTimes): { arrivesAt: number; departsAt: number } {
  const comes = bestTime(arrival) ?? bestTime(departure) ?? 0;
  const leaves = bestTime(departure) ?? comes;
  return { arrivesAt: comes, departsAt: Math.max(comes, leaves) };
}

/**
 * One call of all that carriers tell of it: attribute by attribute the carrier that sails the vessel counts before its
 * partners, then the newest statement. What they tell differently is kept beside it.
 */
export function mergeCalls(all: readonly [Statement, ...Statement[]]): MergedCall {
  const statements = weigh(all);
  const main = itemAt(statements, 0);
  const arrival = mergeTimes(statements, (statement) => statement.arrival);
  const departure = mergeTimes(statements, (statement) => statement.departure);
  return {
    carrierCode: first(statements, (statement) => statement.operatorCode) ?? main.carrierCode,
    serviceCode: main.serviceCode,
    serviceName: main.serviceName,
    imo: main.imo,
    mmsi: main.mmsi,
    vesselName: main.vesselName,
    callSign: main.callSign,
    flag: main.flag,
    importVoyage: main.importVoyage,
    exportVoyage: main.exportVoyage,
    universalVoyage: first(statements, (statement) => statement.universalVoyage),
    portCode: main.portCode,
    terminal: first(statements, (statement) => statement.terminal),
    omitted: main.omitted,
    arrival,
    departure,
    ...inOrder(arrival, departure),
    cutOffs: mergeCutOffs(statements),
    sellers: statements
      .map(({ carrierCode, serviceCode, importVoyage, exportVoyage }) => ({
        carrierCode,
        serviceCode,
        importVoyage,
        exportVoyage,
      }))
      .toSorted((a, b) => (a.carrierCode < b.carrierCode ? -1 : 1)),
    differences: differencesOf(statements),
  };
}
