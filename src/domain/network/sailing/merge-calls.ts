import { HOUR_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { keysOf } from '#shared/values/objects.ts';
import { bestTime } from './model.ts';
import type {
  CallDifference,
  CallTellers,
  ComparedField,
  CutOff,
  MergedCall,
  StatedCall,
  Statement,
  Teller,
  TurnStatement,
  TurnTimes,
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
function isAbout(said: StatedCall, call: MatchableCall): boolean {
  if (said.portCode !== call.portCode) return false;
  const isNear = [bestTime(said.arrival), said.arrival.planned, bestTime(said.departure)].some(
    (at) => at !== null && Math.abs(at - call.arrivesAt) < sameCallMs,
  );
  const isSameVoyage = said.universalVoyage !== null && said.universalVoyage === call.universalVoyage;
  return isNear && (said.imo === call.imo || isSameVoyage);
}

/** The call among several that a statement is about: the nearest in time; undefined when it is about none of them. */
export function findCall<Call extends MatchableCall>(said: StatedCall, calls: readonly Call[]): Call | undefined {
  const at = arrivalOf(said);
  let best: Call | undefined;
  for (const call of calls) {
    if (!isAbout(said, call)) continue;
    if (best === undefined || Math.abs(call.arrivesAt - at) < Math.abs(best.arrivesAt - at)) best = call;
  }
  return best;
}

type Weighed = Pick<Statement, 'carrierCode' | 'operatorCode' | 'saidAt'>;

/** The carrier that sails the vessel first, then the one that said something last. */
const byWeight = (a: Weighed, b: Weighed): number =>
  Number(b.operatorCode === b.carrierCode) - Number(a.operatorCode === a.carrierCode) ||
  b.saidAt - a.saidAt ||
  (a.carrierCode < b.carrierCode ? -1 : 1);

/** The newest words of each carrier, those that count most first. */
const weigh = <Said extends Weighed>(all: readonly Said[]): Said[] => {
  const newest = new Map(all.toSorted((a, b) => a.saidAt - b.saidAt).map((said) => [said.carrierCode, said]));
  return [...newest.values()].toSorted(byWeight);
};

/** Who told the times of a call that count, and each of its cut-offs. */
export function tellersOf(all: readonly TurnStatement[]): CallTellers {
  const statements = weigh(all);
  const tellerOf = (turn: 'arrival' | 'departure'): Teller | null => {
    for (const kind of ['actual', 'estimated', 'planned'] as const)
      for (const said of statements)
        if (said[turn][kind] !== null) return { carrierCode: said.carrierCode, saidAt: said.saidAt };
    return null;
  };
  const cutOffs: Record<string, Teller> = {};
  for (const said of statements)
    for (const { code } of said.cutOffs) cutOffs[code] ??= { carrierCode: said.carrierCode, saidAt: said.saidAt };
  return { arrival: tellerOf('arrival'), departure: tellerOf('departure'), cutOffs };
}

const first = <Value>(statements: readonly Statement[], of: (said: Statement) => Value | null): Value | null => {
  for (const said of statements) {
    const value = of(said);
    if (value !== null) return value;
  }
  return null;
};

const mergeTimes = (statements: readonly Statement[], of: (said: Statement) => TurnTimes): TurnTimes => ({
  planned: first(statements, (said) => of(said).planned),
  estimated: first(statements, (said) => of(said).estimated),
  actual: first(statements, (said) => of(said).actual),
});

function mergeCutOffs(statements: readonly Statement[]): CutOff[] {
  const found = new Map<string, CutOff>();
  for (const { cutOffs } of statements) for (const one of cutOffs) if (!found.has(one.code)) found.set(one.code, one);
  return [...found.values()].toSorted((a, b) => a.at - b.at || (a.code < b.code ? -1 : 1));
}

const valueOf: Readonly<Record<ComparedField, (said: Statement) => string | number | boolean | null>> = {
  vessel: (said) => said.vesselName,
  terminal: (said) => said.terminal,
  omitted: (said) => said.omitted,
  plannedArrival: (said) => said.arrival.planned,
  estimatedArrival: (said) => said.arrival.estimated,
  actualArrival: (said) => said.arrival.actual,
  plannedDeparture: (said) => said.departure.planned,
  estimatedDeparture: (said) => said.departure.estimated,
  actualDeparture: (said) => said.departure.actual,
};

const isOther = (a: string | number | boolean, b: string | number | boolean): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) >= sameTimeMs : a !== b;

/** What carriers tell differently of a call, the one that counts first. */
function differencesOf(statements: readonly Statement[]): CallDifference[] {
  return keysOf(valueOf).flatMap((field) => {
    const values = statements.flatMap((said) => {
      const value = valueOf[field](said);
      return value === null ? [] : [{ carrierCode: said.carrierCode, value, saidAt: said.saidAt }];
    });
    const [counts] = values;
    return counts !== undefined && values.some(({ value }) => isOther(value, counts.value)) ? [{ field, values }] : [];
  });
}

/** An actual time is only believed when it does not contradict the other one. */
function inOrder(arrival: TurnTimes, departure: TurnTimes): { arrivesAt: number; departsAt: number } {
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
  const arrival = mergeTimes(statements, (said) => said.arrival);
  const departure = mergeTimes(statements, (said) => said.departure);
  return {
    carrierCode: first(statements, (said) => said.operatorCode) ?? main.carrierCode,
    serviceCode: main.serviceCode,
    serviceName: main.serviceName,
    imo: main.imo,
    mmsi: main.mmsi,
    vesselName: main.vesselName,
    callSign: main.callSign,
    flag: main.flag,
    importVoyage: main.importVoyage,
    exportVoyage: main.exportVoyage,
    universalVoyage: first(statements, (said) => said.universalVoyage),
    portCode: main.portCode,
    terminal: first(statements, (said) => said.terminal),
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
