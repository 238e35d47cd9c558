import { consequences, crossesZone, slipsAt } from '#testing/expected-exceptions.ts';
import { leadsThroughZone } from '#testing/seeded-zones.ts';
import { DAY_MS, HOUR_MS } from '#shared/time/instant.ts';
import type { Instant } from '#shared/time/instant.ts';
import { isWorkedOn, parseHandleStatus } from '#domain/exceptions/handle-status.ts';
import { truthOf } from '../../src/simulator/index.ts';
import type { ShipmentTruth, World } from '../../src/simulator/index.ts';
import { isOutOfOrder } from '../../src/simulator/servers/faults.ts';
import { willowLayout } from '../../src/simulator/pages/willow-pages.ts';
import { judgeOtherException, type ShownException, type Verdict } from './other-modes.ts';
import { silentHours } from './silence.ts';

type Milestone = ShipmentTruth['shipment']['milestones'][number];
type Case = { world: World; truth: ShipmentTruth; shown: ShownException; now: Instant };

/** What sources tell is requested every quarter of an hour to half an hour, and some sources are out of order for longer. */
const graceMs = 3 * HOUR_MS;
const delayMs = 2 * DAY_MS;
/** Free time that tenants have by default, less the day before which they are warned. */
const warnedMs = 6 * DAY_MS;

const of = ({ shipment }: ShipmentTruth, code: string): Milestone[] =>
  shipment.milestones.filter((one) => one.code === code);

/** Late by more than two days against what was booked, by what is true at the moment. */
const isLate = ({ truth, now }: Case, code: string): boolean =>
  of(truth, code).some(({ planned, actual }) => Math.min(actual, now) - planned > delayMs - HOUR_MS);

/** A container that stands, or stood until just now, for longer than it may. */
function stands({ truth, now }: Case, from: string, to: string): boolean {
  const starts = of(truth, from);
  return of(truth, to).some((end) => {
    const start = starts.find((one) => one.container === end.container);
    return start !== undefined && start.actual <= now && Math.min(end.actual, now) - start.actual > warnedMs - HOUR_MS;
  });
}

const valueAt = (shown: ShownException, path: RegExp): number | undefined => {
  const value = shown.evidence.find((one) => path.test(one.path))?.value;
  return typeof value === 'number' ? value : undefined;
};

/**
 * An arrival predicted to be a day later than the carrier says is right when the ship really comes at least half a day later,
 * and our own time is nearer to the truth than the carrier's; a ship stated to have left is in port when she is.
 */
function divergesTruly({ truth, shown }: Case): boolean {
  const [reported, own] = [valueAt(shown, /^booking\.eta$/), valueAt(shown, /^position\.eta$/)];
  if (reported === undefined || own === undefined) {
    const atd = valueAt(shown, /^leg\[\d+\]\.atd$/);
    return atd !== undefined && !truth.shipment.milestones.some(({ actual }) => Math.abs(actual - atd) < HOUR_MS);
  }
  return of(truth, 'BDAR').some(
    ({ actual }) => actual - reported >= DAY_MS / 2 && Math.abs(own - actual) < Math.abs(reported - actual),
  );
}

/** Whether any leg really leads through a risk zone, call by call. */
const sailsThroughZone = ({ world, truth }: Case): boolean =>
  truth.shipment.groups.some(({ legs }) =>
    legs.some(({ versions }) =>
      versions.some(({ plan }) => {
        const calls = Array.from({ length: plan.to - plan.from + 1 }, (_, index) =>
          world.sailings.call(plan.service, plan.week, plan.from + index),
        );
        return calls.some((call, index) => {
          const next = calls[index + 1];
          return next !== undefined && leadsThroughZone(call.port.position, next.port.position);
        });
      }),
    ),
  );

/** A page in a layout that no released parser reads; the only source that fails for good. */
const isUnreadable = ({ world, truth: { shipment }, now }: Case): boolean =>
  shipment.carrier.code === 'WILL' && willowLayout(world, shipment, now) === 'steps';

/** What is so in the world itself at the moment, whether it was planted or follows from something planted. */
const facts: Readonly<Record<string, (one: Case) => boolean>> = {
  DEPART_DELAY: (one) => isLate(one, 'DLPT'),
  ARRIVE_DELAY: (one) => isLate(one, 'BDAR'),
  ETA_SLIP: ({ truth, now }) => slipsAt(truth, 0) <= now,
  DEMURRAGE_RISK: (one) => stands(one, 'DSCH', 'STCS'),
  DETENTION_RISK: (one) => stands(one, 'STCS', 'RCVE'),
  RISK_ZONE: (one) => crossesZone(one.truth) || sailsThroughZone(one),
  SOURCE_FAILING: isUnreadable,
  // Heard again a moment ago she may not have been received yet.
  AIS_STALE: ({ world, truth, now }) => [now, now - graceMs].some((at) => silentHours(world, truth.shipment, at) >= 22),
  AIS_DIVERGENCE: divergesTruly,
  // The gate-in of a container may be left out by its sources: that none was reported is what the exception says.
  CUTOFF_MISSED: (one) =>
    one.truth.causes.some(({ codes, from }) => codes.includes('MISSING_MILESTONE') && from <= one.now + graceMs) ||
    of(one.truth, 'GITM').some(({ actual }) => actual + graceMs > one.now),
  // A source that has gone silent tells no milestone, and that none was reported is what the exception says.
  MISSING_MILESTONE: ({ truth, now }) =>
    truth.causes.some((cause) => cause.kind === 'goneStale' && isActive(cause, now)),
};

/** Seen now: reported by now, and not over for longer than it takes to be asked again. */
const isActive = ({ from, to }: { from: Instant; to: Instant | null }, now: Instant): boolean =>
  from <= now + graceMs && (to === null || to + graceMs >= now);

const stamp = (at: Instant): string => new Date(at).toISOString().slice(0, 16);

function describe({ truth, now }: Case): string {
  const causes = truth.causes.map(
    ({ kind, codes, from, to }) =>
      `${kind}${codes.length === 0 ? '' : ` (${codes.join()})`} ${stamp(from)}..${to === null ? '' : stamp(to)}`,
  );
  const ships = truth.shipment.milestones
    .filter(({ container }) => container < 0)
    .map(
      ({ code, port, planned, actual, group }) =>
        `${group > 0 ? `${group}:` : ''}${code} ${port.code} ${stamp(actual)}${actual > now ? ' (to come)' : ''}, plan ${stamp(planned)}`,
    );
  return `${causes.length === 0 ? 'healthy' : causes.join('; ')} | ${ships.join('; ')}`;
}

/** A source that answers nobody: the server of its carrier is out of order, or was until a moment ago. */
function judgeSource(world: World, { evidence }: ShownException, now: Instant): Verdict {
  const sourceCode = evidence.find(({ sourceCode: code }) => code !== undefined)?.sourceCode ?? '';
  const carrier = world.network.carriers.find(({ code }) => code === sourceCode.split(':')[1]);
  if (carrier === undefined) return { justified: false, truth: `no such source: ${sourceCode}` };
  const step = 5 * 60_000;
  const isOut = (at: Instant): boolean => isOutOfOrder(world.seed, carrier, at);
  const at = Array.from({ length: graceMs / step }, (_, index) => now - index * step).find(isOut);
  return { justified: at !== undefined, truth: at === undefined ? 'in order' : `out of order at ${stamp(at)}` };
}

/** Judges an exception against the world at a moment. */
function judgeAt(world: World, shown: ShownException, now: Instant): Verdict {
  if (shown.code === 'SOURCE_FAILING' && shown.billNo === null && shown.containerNo === null)
    return judgeSource(world, shown, now);
  const billNo =
    shown.billNo ??
    (shown.containerNo === null ? undefined : world.find({ type: 'container', value: shown.containerNo }, now)?.billNo);
  const truth = billNo === undefined ? undefined : truthOf(world, billNo);
  if (truth === undefined) {
    const number = shown.billNo ?? shown.containerNo ?? '';
    return judgeOtherException(world, shown, number, now) ?? { justified: false, truth: 'no such shipment' };
  }
  const one: Case = { world, truth, shown, now };
  const justified =
    truth.causes.some(
      (cause) =>
        isActive(cause, now) &&
        (cause.codes.includes(shown.code) || consequences[cause.kind]?.includes(shown.code) === true),
    ) || facts[shown.code]?.(one) === true;
  return { justified, truth: describe(one) };
}

const lookMs = 3 * HOUR_MS;

/**
 * Judges an open exception against the world at a moment. One that somebody works on stays open until that person has done
 * with it: it is justified when the problem was there at any time since it was found.
 */
export function judgeException(world: World, shown: ShownException, now: Instant): Verdict {
  const present = judgeAt(world, shown, now);
  const status = parseHandleStatus(shown.handleStatus);
  if (present.justified || status === undefined || !isWorkedOn(status)) return present;
  for (let at = now - lookMs; at >= shown.createdAt; at -= lookMs)
    if (judgeAt(world, shown, at).justified) return { justified: true, truth: `over, worked on | ${present.truth}` };
  return present;
}
