import type { CallData, ParsedQuery } from '#contract/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { ediReasonText } from '#shared/i18n/server-messages/index.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { countMessages, type StatRow } from './list-queries.ts';

function countBy<K>(rows: readonly StatRow[], keysOf: (row: StatRow) => readonly K[]): [K, number][] {
  const counts = new Map<K, number>();
  for (const row of rows) for (const key of keysOf(row)) counts.set(key, (counts.get(key) ?? 0) + Number(row.n));
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** What came and went lately: by state, by type, and why messages or events were not taken. */
export async function getStats({
  ctx,
  input,
  hasFolder,
}: {
  ctx: Ctx;
  input: ParsedQuery<'ediStats'>;
  hasFolder: boolean;
}): Promise<CallData<'ediStats'>> {
  const rows = await countMessages(ctx, ctx.clock.now() - input.hours * HOUR_MS);
  const sum = (pick: (row: StatRow) => number): number => rows.reduce((total, row) => total + Number(pick(row)), 0);
  return {
    states: countBy(rows, ({ state }) => [state]).map(([state, count]) => ({ state, count })),
    types: countBy(rows, ({ message_type }) => [message_type]).map(([messageType, count]) => ({ messageType, count })),
    reasons: countBy(rows, ({ reasons }) => reasons).map(([code, count]) => ({
      code,
      text: ediReasonText(code, ctx.lang),
      count,
    })),
    // Parts of one whole: each event is in one of them.
    events: sum(({ events, refused_events }) => Number(events) + Number(refused_events)),
    applied: sum(({ applied }) => applied),
    waiting: sum(({ waiting }) => waiting),
    sent: sum(({ state, events }) => (state === 'sent' ? events : 0)),
    setAside: sum(({ state, events, applied, waiting }) =>
      state === 'sent' ? 0 : Number(events) - Number(applied) - Number(waiting),
    ),
    refusedEvents: sum(({ refused_events }) => refused_events),
    folder: hasFolder,
  };
}
