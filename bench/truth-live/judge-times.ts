import { HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { truthOf } from '../../src/simulator/index.ts';
import type { World } from '../../src/simulator/index.ts';
import { customsLines } from '../../src/simulator/customs.ts';
import { honestReport } from '../../src/simulator/reports/carrier-report.ts';

import { judgeOtherTime, type ShownTime, type TimeVerdict } from './other-modes.ts';

/** Minutes and the time a carrier takes to write a document down. */
const nearMs = 90 * 60_000;
/** What positions tell is as good as their distance in time. */
const nearOfPositionsMs = 6 * HOUR_MS;

const aliases: Readonly<Record<string, readonly string[]>> = {
  atd: ['DLPT', 'TSDP'],
  ata: ['BDAR', 'TSBA'],
  DLPT: ['DLPT', 'TSDP'],
  TSDP: ['DLPT', 'TSDP'],
  BDAR: ['BDAR', 'TSBA'],
  TSBA: ['BDAR', 'TSBA'],
  LOBD: ['LOBD', 'TSLB'],
  TSLB: ['LOBD', 'TSLB'],
  DSCH: ['DSCH', 'TSDC'],
  TSDC: ['DSCH', 'TSDC'],
};

/** Milestones that customs tells, by what it did. */
const customsSteps: Readonly<Record<string, string>> = {
  'EXPORT DECLARED': 'EXDC',
  'EXPORT EXAMINED': 'EXIN',
  'EXPORT HELD': 'EXHO',
  'EXPORT RELEASED': 'PASS',
  'IMPORT DECLARED': 'IMDC',
  'IMPORT EXAMINED': 'INSP',
  'IMPORT HELD': 'CUIP',
  'IMPORT RELEASED': 'IMPR',
};

/** Milestones that papers tell too. */
const papers: ReadonlySet<string> = new Set(['PASS', 'CUIP', 'AVPU']);

/** Planted causes that make a source tell a time that is not true. */
const liars: ReadonlySet<string> = new Set([
  'eventDisorder',
  'arrivalBeforeDeparture',
  'localTimeAsUtc',
  'futureActual',
  'duplicateEvent',
  'timesDiffer',
]);

const stamp = (at: Instant): string => new Date(at).toISOString().slice(0, 16);

/** Judges an actual time that the product shows against the world. */
export function judgeTime(world: World, shown: ShownTime, now: Instant): TimeVerdict {
  const truth = truthOf(world, shown.billNo);
  if (truth === undefined) return judgeOtherTime(world, shown, now) ?? { kind: 'wrong', truth: 'no such shipment' };
  const { shipment } = truth;
  const container = shipment.containers.findIndex(({ number }) => number === shown.containerNo);
  const codes = aliases[shown.statusCode] ?? [shown.statusCode];
  const knownPort = shown.portCode !== null && world.network.ports.has(shown.portCode);
  const milestones = shipment.milestones.filter(
    (one) =>
      codes.includes(one.code) &&
      (!knownPort || one.port.code === shown.portCode) &&
      (container < 0 || one.container < 0 || one.container === container),
  );
  const near = shown.sourceCode === 'ais' ? nearOfPositionsMs : nearMs;
  const isNear = (at: Instant): boolean => at <= now && Math.abs(at - shown.actual) <= near;
  if (milestones.some(({ actual }) => isNear(actual))) return { kind: 'true', truth: '' };
  const byCustoms = customsLines(world.seed, shipment).filter(
    (one) =>
      customsSteps[`${one.procedure} ${one.status}`] === shown.statusCode &&
      (!knownPort || one.port.code === shown.portCode) &&
      (container < 0 || one.container === container),
  );
  if (byCustoms.some(({ at }) => isNear(at))) return { kind: 'true', truth: '' };
  // What a paper says is of the whole bill, and shown on each container.
  const isPaper = !shipment.milestones.some(({ code }) => codes.includes(code)) || papers.has(shown.statusCode);
  if (isPaper) {
    const reported = honestReport(world.sailings, world.seed, shipment).filter(({ type }) => type === 'SHIPMENT');
    if (reported.some(({ eventAt }) => isNear(eventAt))) return { kind: 'true', truth: '' };
    // A carrier that was silent dates its papers by when it reported them.
    const late = world.carrierReport(shipment).find(({ type, createdAt }) => type === 'SHIPMENT' && isNear(createdAt));
    if (late !== undefined) return { kind: 'sourceWrong', truth: `of ${stamp(late.eventAt)}, told late` };
  }
  const causes = truth.causes.map(({ kind }) => kind);
  return {
    kind: causes.some((kind) => liars.has(kind)) ? 'sourceWrong' : 'wrong',
    truth: `${[...new Set(causes)].join() || 'healthy'} | ${milestones.map(({ code, port, actual, container: unit }) => `${code} ${port.code} ${unit < 0 ? 'ship' : (shipment.containers[unit]?.number ?? '')} ${stamp(actual)}${actual > now ? ' (to come)' : ''}`).join('; ') || 'nothing like it'}`,
  };
}
