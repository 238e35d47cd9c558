import { limitsOfSource } from '#server/connectors/index.ts';
import type { CallKeeper, CallOwner, Pause, PauseReason, QuestionCalls } from '#server/modules/intake/source/index.ts';
import { type Clock, worldMs } from '#server/platform/clock/clock.ts';
import { isLimited } from '#domain/intake/polling/call-budget.ts';
import { type Instant, MINUTE_MS } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import type { AskableTarget, WaitReason, Waiting } from './askable-targets.ts';

/** What admitting works with. */
export type AdmitDeps = { clock: Clock; machine: Clock; calls: CallKeeper };

/** One question that may be queried, and what has to be kept to while it is. */
export type Turn = {
  target: AskableTarget;
  /** Waits for a place among the calls at once; tells when to come again where the source wants to be left alone by now. */
  begin: () => Promise<Waiting | undefined>;
  /** Its calls, where they are counted. */
  calls: QuestionCalls | undefined;
  end: (wasQueried: boolean, isSilent?: boolean) => void;
  /** The source wants nothing asked with these keys for so long (the machine's time). */
  pause: (forMs: number, by: PauseReason) => Promise<void>;
  /** When a question comes again that has no call left; undefined when even a fresh limit would not do for it. */
  again: (at: Instant) => Waiting | undefined;
};

/** The questions of a batch that may be queried, and those that come later. */
export type Admitted = { turns: Turn[]; later: Waiting[]; settle: () => Promise<void> };

/** Questions that waited for one moment are spread over so long (the machine's time). */
const spreadMs = 30_000;

const tenantOf = (target: AskableTarget): number | null => (target.key_owner === 'tenant' ? target.tenant_id : null);

/** Places for so many at a time. */
function createSemaphore(limit: number): { enter: () => Promise<void>; leave: () => void } {
  let free = limit;
  const waiting: (() => void)[] = [];
  return {
    enter: () =>
      new Promise((resolve) => {
        if (free <= 0) return void waiting.push(resolve);
        free -= 1;
        resolve();
      }),
    leave: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
}

/** A question that comes this late has waited, whatever was noted of it. */
const lateMs = MINUTE_MS;

type Group = { owner: CallOwner; targets: AskableTarget[] };

/** The times at which questions come that have to wait; the machine's time is reported in the world's. */
function waits({ clock, machine }: AdmitDeps) {
  const spread = (id: number): number => worldMs(clock, spreadMs * (((id * 2_654_435_761) % 1000) / 1000));
  return {
    atWorld: (id: number, at: Instant, why: WaitReason): Waiting => ({ id, at: at + spread(id), why }),
    atMachine: (id: number, at: Instant, why: WaitReason | null, spreads: boolean): Waiting => ({
      id,
      at: clock.now() + worldMs(clock, Math.max(0, at - machine.now())) + (spreads ? spread(id) : 0),
      why,
    }),
  };
}

/** Those first that a person waits for, then those that were to be queried earlier. */
const byUrgency = (a: AskableTarget, b: AskableTarget): number =>
  Number(b.wanted) - Number(a.wanted) || (a.next_pull_at ?? 0) - (b.next_pull_at ?? 0) || a.id - b.id;

/** Whether a question is to come before those that are due now: a person waits for it, or it has waited itself. */
const hasWaited = ({ wanted, next_pull_why: why, next_pull_at: at }: AskableTarget, now: Instant): boolean =>
  wanted || why === 'calls' || (at ?? now) < now - lateMs;

async function admitGroup(deps: AdmitDeps, { owner, targets }: Group): Promise<Admitted> {
  const { clock, machine, calls } = deps;
  const wait = waits(deps);
  const one = itemAt(targets, 0);
  const nothing = { turns: [], settle: () => Promise.resolve() };
  const { maintenance_until: until, maintenance_from: from } = one;
  if (until !== null && clock.now() < until && clock.now() >= (from ?? 0))
    return { ...nothing, later: targets.map(({ id }) => wait.atWorld(id, until, 'planned_maintenance')) };
  let pause: Pause | null =
    one.paused_until === null ? null : { until: one.paused_until, by: one.paused_by ?? 'limit' };
  const pausedFor = (id: number): Waiting | undefined =>
    pause !== null && pause.until > machine.now() ? wait.atMachine(id, pause.until, pause.by, true) : undefined;
  const paused = targets.flatMap(({ id }) => pausedFor(id) ?? []);
  if (paused.length > 0) return { ...nothing, later: paused };
  const limits = limitsOfSource(one);
  const limited = isLimited(limits);
  const sorted = limited ? targets.toSorted(byUrgency) : targets;
  const allowed = limited
    ? await calls.take(
        owner,
        limits,
        sorted.map((target) => ({
          tenant: String(target.tenant_id),
          calls: target.calls_of_pull ?? 1,
          again: hasWaited(target, clock.now()),
        })),
      )
    : undefined;
  const semaphore = allowed === undefined ? undefined : createSemaphore(allowed.atOnce);
  let hangs = false;
  const later: Waiting[] = [];
  const turns = sorted.flatMap((target, place): Turn[] => {
    const at = allowed?.places[place] ?? null;
    if (at !== null) {
      later.push(wait.atMachine(target.id, at, 'calls', false));
      return [];
    }
    const question = allowed?.callsOf(place);
    return [
      {
        target,
        calls: question,
        begin: async () => {
          await semaphore?.enter();
          // One after the other would wait for a source that does not answer.
          const isHanging = semaphore !== undefined && hangs;
          return pausedFor(target.id) ?? (isHanging ? wait.atMachine(target.id, machine.now(), null, true) : undefined);
        },
        end: (wasQueried, isSilent = false) => {
          hangs ||= isSilent;
          question?.end(wasQueried);
          semaphore?.leave();
        },
        pause: async (forMs, by) => {
          const requested = { until: machine.now() + forMs, by };
          if (pause === null || pause.until < requested.until) pause = requested;
          await calls.pause(owner, requested);
        },
        again: (when) => {
          const made = question?.made() ?? 0;
          const max = Math.min(...[limits.perMinute, limits.perHour, limits.perDay].map((limit) => limit ?? Infinity));
          return made >= max
            ? undefined
            : { ...wait.atMachine(target.id, when, 'calls', false), calls: Math.min(made + 1, 1000) };
        },
      },
    ];
  });
  return {
    turns,
    later,
    settle: async () => {
      const reported = (await allowed?.settle()) ?? null;
      if (reported !== null && reported.until > (pause?.until ?? 0)) pause = reported;
    },
  };
}

/**
 * Which targets may be queried now: no source is queried above its limits, while it wants to be left alone, or during its
 * maintenance. Each set of keys counts for itself. Sources without any of these cost nothing.
 */
export async function admitPulls(deps: AdmitDeps, targets: readonly AskableTarget[]): Promise<Admitted> {
  const groups = Map.groupBy(targets, (target) => `${target.source_id} ${tenantOf(target) ?? ''}`);
  const admitted = await Promise.all(
    [...groups.values()].map((list) => {
      const first = itemAt(list, 0);
      return admitGroup(deps, { owner: { sourceId: first.source_id, tenantId: tenantOf(first) }, targets: list });
    }),
  );
  return {
    turns: admitted.flatMap(({ turns }) => turns),
    later: admitted.flatMap(({ later }) => later),
    settle: async () => {
      await Promise.all(admitted.map(({ settle }) => settle()));
    },
  };
}
