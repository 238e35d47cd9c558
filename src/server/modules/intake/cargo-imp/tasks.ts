import { keepState, readState } from '#server/platform/db/app-state.ts';
import { type BackgroundModule, defineRecurring, type Queue, repeat } from '#server/platform/queue/index.ts';
import { applyMessages, type StoredWaybillMessage } from './apply-messages.ts';
import type { CargoImpDeps } from './types.ts';

const tieTask = defineRecurring('cargo_imp_tie');
const tieEveryMs = 30_000;
const stateKey = 'cargo_imp_tied_to';
/** Subscriptions looked at by one run, and how far back the next one begins: ids may be committed out of order. */
const LOOKED_AT = 20_000;
const LOOK_BACK = 1_000;

type Stored = Omit<StoredWaybillMessage, 'received_at'> & { received_at: number | Date };

/** Gives waybills that are tracked since the last run the messages that came before. Gives how many messages were looked at. */
export async function tieMessages(deps: CargoImpDeps): Promise<number> {
  const { database } = deps;
  return database.transaction(async () => {
    const known = await readState(database, stateKey);
    const from = Number(known);
    const top = await database.execute<{ id: number | null }>('select max(id) as id from subscription');
    const to = Math.min(Number(top.rows[0]?.id ?? 0), from + LOOKED_AT);
    if (to <= from && known !== null) return 0;
    const { rows } = await database.execute<Stored>(
      `select m.waybill, m.carrier_code, m.received_at, m.body from cargo_imp_message m where m.waybill in (
         select s.bill_no from subscription s where s.id > $1 and s.id <= $2 and s.mode = 'air' and s.bill_no is not null)
       order by m.id`,
      [Math.max(0, from - LOOK_BACK), to],
    );
    const messages = rows.map((row) => ({ ...row, received_at: new Date(row.received_at).getTime() }));
    await applyMessages(deps, messages);
    await keepState(database, stateKey, to);
    return messages.length;
  });
}

/** Reporting shipments that are tracked now what airlines reported before. */
export const cargoImpTasks = (deps: CargoImpDeps & { queue: Queue }): BackgroundModule => ({
  tasks: [repeat(deps, tieTask, tieEveryMs, async () => void (await tieMessages(deps)))],
});
