/** What became of tasks in this process since it started: done, failed (tried again), dead (given up), lost (their lease ran out). */
export type TaskCounts = Record<'done' | 'failed' | 'dead' | 'lost', number>;

/** The TLS certificate of a host at the last connection; `until` in milliseconds since 1970. */
export type SeenCertificate = { use: 'source' | 'notification'; host: string; until: number };

/** Reports travel in notifications of the database, which are short: only those that expire first, with names cut off. */
const MAX_REPORTED = 20;
const LONGEST_NAME = 80;
/** Hosts are written down by people: there are not many. */
const MAX_KEPT = 2_000;

const tasks = new Map<string, TaskCounts>();
const certificates = new Map<string, SeenCertificate>();

/** Counts what happened to tasks of a kind. */
export function countTasks({ kind, type, count }: { kind: string; type: keyof TaskCounts; count: number }): void {
  const counts = tasks.get(kind) ?? { done: 0, failed: 0, dead: 0, lost: 0 };
  counts[type] += count;
  tasks.set(kind, counts);
}

/** What became of tasks, by kind: done, failed, dead, lost. */
export const listTaskCounts = (): [kind: string, ...counts: number[]][] =>
  [...tasks].map(([kind, { done, failed, dead, lost }]) => [kind, done, failed, dead, lost]);

/** A connection that may be encrypted, such as that of an answer. */
type Connection = object & { getPeerCertificate?: () => { valid_to?: string } | null };

/** Notes until when the certificate of a host is valid; connections without one are left alone. */
export function noteCertificate(use: SeenCertificate['use'], host: string, connection: Connection | null): void {
  const until = Date.parse(connection?.getPeerCertificate?.()?.valid_to ?? '');
  if (Number.isNaN(until)) return;
  const key = `${use} ${host}`;
  if (certificates.size < MAX_KEPT || certificates.has(key))
    certificates.set(key, { use, host: host.slice(0, LONGEST_NAME), until });
}

/** The certificates that expire first. */
export const listCertificates = (): SeenCertificate[] =>
  [...certificates.values()].toSorted((a, b) => a.until - b.until).slice(0, MAX_REPORTED);
