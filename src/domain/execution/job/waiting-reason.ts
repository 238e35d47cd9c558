import type { Instant } from '#shared/time/instant.ts';
import { acceptsType, type MachineKind, type RobotView, type VersionType } from './choose-robot.ts';

/** How many jobs run at a time of those that a cap counts together. */
export type CapUse = { kind: 'process' | 'tenant' | 'site'; running: number; limit: number };

/** Everything that decides whether a pending job can run. */
export type WaitingFacts = {
  now: Instant;
  notBefore: Instant | null;
  caps: readonly CapUse[];
  /** Kinds of machines the version runs on; none: any. */
  types: readonly VersionType[];
  /** Robots of the job's environment that may run jobs of its tenant. */
  robots: readonly RobotView[];
  /** How far the translation of its parameters is; robots get the job after it. */
  exchange: 'none' | 'running' | 'failed';
  /** It is made of sub-packages only: no robot takes it. */
  partsOnly: boolean;
  /** Why the site that its package collects from may not be asked. */
  siteClosed?: 'unconfirmed' | 'stopped' | null;
  /** Jobs of the environment that are before it. */
  ahead: number;
};

/** Why a pending job does not run yet, and the page where that can be changed. */
export type WaitingReason =
  | { code: 'retryPause'; until: Instant }
  | { code: 'paramExchange'; mend: null }
  | { code: 'paramFailed'; mend: null }
  | { code: 'cap'; cap: CapUse; mend: '/process' | '/job-cap' }
  | { code: 'noRobot'; mend: '/robot' }
  | { code: 'noType'; kinds: readonly MachineKind[]; mend: '/robot' }
  | { code: 'disabled'; robots: number; mend: '/robot' }
  | { code: 'away'; robots: number; mend: '/robot' }
  | { code: 'siteUnconfirmed' | 'siteStopped'; mend: '/robot-answers' }
  | { code: 'parts'; mend: null }
  | { code: 'busy'; robots: number; ahead: number; mend: null }
  | { code: 'next'; mend: null };

/** The first thing in the way of a pending job. */
export function waitingReason(facts: WaitingFacts): WaitingReason {
  const { now, notBefore, caps, types, robots, ahead, exchange } = facts;
  if (exchange !== 'none') return { code: exchange === 'failed' ? 'paramFailed' : 'paramExchange', mend: null };
  if (notBefore !== null && notBefore > now) return { code: 'retryPause', until: notBefore };
  if (facts.siteClosed === 'unconfirmed') return { code: 'siteUnconfirmed', mend: '/robot-answers' };
  if (facts.siteClosed === 'stopped') return { code: 'siteStopped', mend: '/robot-answers' };
  const full = caps.find(({ running, limit }) => running >= limit);
  if (full !== undefined) return { code: 'cap', cap: full, mend: full.kind === 'process' ? '/process' : '/job-cap' };
  if (facts.partsOnly) return { code: 'parts', mend: null };
  if (robots.length === 0) return { code: 'noRobot', mend: '/robot' };
  const matching = robots.filter((robot) => acceptsType(types, robot));
  if (matching.length === 0)
    return {
      code: 'noType',
      kinds: types.map(({ machineType, machineVersion }) => ({ machineType, machineVersion })),
      mend: '/robot',
    };
  const enabled = matching.filter(({ state }) => state !== 'Disabled');
  if (enabled.length === 0) return { code: 'disabled', robots: matching.length, mend: '/robot' };
  const living = enabled.filter(({ state }) => state === 'Available' || state === 'Busy');
  if (living.length === 0) return { code: 'away', robots: enabled.length, mend: '/robot' };
  if (living.every(({ running, slots }) => running >= slots))
    return { code: 'busy', robots: living.length, ahead, mend: null };
  return { code: 'next', mend: null };
}
