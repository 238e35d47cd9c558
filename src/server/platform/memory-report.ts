import { type MemoryUse, listMemoryUse } from '#shared/memory/bytes-cache.ts';
import { type DoorCounts, listDoors } from './connections/door.ts';
import type { Database } from './db/database.ts';
import { listCertificates, listTaskCounts, type SeenCertificate } from './process-counts.ts';

/** The channel on which processes tell what they hold in memory. */
const CHANNEL = 'portolan_memory';
const TELL_EVERY_MS = 15_000;
/** A process that has reported nothing for so long is gone. */
const GONE_AFTER_MS = 60_000;

/**
 * What a process holds and does: its resident memory in bytes, what it keeps by name, the connections to its listeners, what became
 * of tasks, and the certificates it has seen.
 */
export type MemoryReport = {
  process: string;
  residentBytes: number;
  kept: MemoryUse[];
  doors: DoorCounts[];
  tasks: ReturnType<typeof listTaskCounts>;
  certificates: SeenCertificate[];
};

/** What this process holds now; `roles` are what it does. */
export const ownMemory = (roles: string): MemoryReport => ({
  process: `${roles}-${process.pid}`,
  residentBytes: process.memoryUsage.rss(),
  kept: listMemoryUse(),
  doors: listDoors(),
  tasks: listTaskCounts(),
  certificates: listCertificates(),
});

/** Tells the other processes what this one holds, every 15 seconds: only those with the web role are asked for metrics. */
export function notifyMemory(database: Database, roles: string): () => void {
  const notify = (): void => database.notify(CHANNEL, JSON.stringify(ownMemory(roles)));
  const timer = database.detached(() => setInterval(notify, TELL_EVERY_MS));
  timer.unref();
  return () => clearInterval(timer);
}

/** Hears what other processes tell of their memory; `others` gives those that still live. */
export async function hearMemory(
  database: Database,
): Promise<{ others: () => MemoryReport[]; stop: () => Promise<void> }> {
  const heard = new Map<string, { report: MemoryReport; at: number }>();
  const others = (): MemoryReport[] => {
    for (const [name, { at }] of heard) if (performance.now() - at > GONE_AFTER_MS) heard.delete(name);
    return [...heard.values()].map(({ report }) => report);
  };
  const stop = await database.listen(CHANNEL, (payload) => {
    if (payload === '') return;
    const report = JSON.parse(payload) as MemoryReport;
    heard.set(report.process, { report, at: performance.now() });
    others();
  });
  return { others, stop };
}
