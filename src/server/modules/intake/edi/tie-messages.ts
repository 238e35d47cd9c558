import { keepState, readState } from '#server/platform/db/app-state.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { matchNotices } from './match-references.ts';
import { findPartner } from './partners.ts';
import { readStoredMessage, reprocessMessage, type StoredMessage, storedColumns } from './reprocess-message.ts';
import { notifyBrowsers } from './take-message.ts';
import type { EdiDeps } from './types.ts';

const stateKey = 'edi_tied_to';
/** Subscriptions looked at by one run, and how far back the next one begins: ids may be committed out of order. */
const LOOKED_AT = 20_000;
const LOOK_BACK = 1_000;
/** Messages read again at a time. */
const PAGE = 200;

/**
 * Ties messages that found no subscription to those that were made since. Costs next to nothing when there are none:
 * only new subscriptions are looked at. Gives how many messages were read again.
 */
export async function tieMessages(deps: EdiDeps): Promise<number> {
  const { database } = deps;
  const from = Number(await readState(database, stateKey));
  const top = await database.execute<{ id: number | null }>('select max(id) as id from subscription');
  const to = Math.min(Number(top.rows[0]?.id ?? 0), from + LOOKED_AT);
  if (to <= from && from > 0) return 0;
  let tied = 0;
  for (let after = 0; ;) {
    const page = await listTied(deps, Math.max(0, from - LOOK_BACK), to, after);
    for (const message of page) await reprocessMessage(deps, message, true);
    tied += page.length;
    after = page.at(-1)?.id ?? 0;
    if (page.length < PAGE) break;
  }
  await keepState(database, stateKey, to);
  if (tied > 0) await notifyBrowsers(deps, null);
  return tied;
}

/** Messages that subscriptions of a range of ids may have been waited for, in pages by id. */
async function listTied(deps: EdiDeps, from: number, to: number, after: number): Promise<StoredMessage[]> {
  const { rows } = await deps.database.execute<StoredMessage>(
    `select ${storedColumns} from edi_message m where m.id > $4 and m.waiting > 0 and m.state in ('parsed', 'partly') and m.id in (
       select r.message_id from subscription s join edi_reference r on r.reference = s.bill_no
       where s.id > $1 and s.id <= $2 and s.bill_no is not null
       union select r.message_id from subscription s join edi_reference r on r.reference = s.container_no
       where s.id > $1 and s.id <= $2 and s.container_no is not null)
       and not exists (select 1 from edi_applied a where a.message_id = m.id and a.subscription_id > $1 and a.subscription_id <= $2)
     order by m.id limit $3`,
    [from, to, PAGE, after],
  );
  return rows;
}

/** Messages looked at again by one run, and how long one is left alone in between. */
const RETRIED = 20;
const RETRY_AFTER_MS = HOUR_MS;
/** A message that found nothing for so long is left alone. */
const GIVE_UP_MS = 30 * 24 * HOUR_MS;

/**
 * Looks at a few messages again whose containers no shipment was known to hold: carriers may have reported of them since.
 * Only what is found by it costs more than a look. Gives how many found a shipment.
 */
export async function retryWaiting(deps: EdiDeps): Promise<number> {
  const { database } = deps;
  const now = deps.clock.now();
  const { rows } = await database.execute<StoredMessage & { waiting: number }>(
    `select ${storedColumns}, waiting from edi_message
     where waiting > 0 and state in ('parsed', 'partly') and received_at > $1 and processed_at < $2
     order by processed_at limit $3`,
    [new Date(now - GIVE_UP_MS), new Date(now - RETRY_AFTER_MS), RETRIED],
  );
  let found = 0;
  for (const stored of rows) {
    if (await findsMore(deps, stored)) {
      await reprocessMessage(deps, stored, true);
      found += 1;
    } else await database.execute('update edi_message set processed_at = $2 where id = $1', [stored.id, new Date(now)]);
  }
  if (found > 0) await notifyBrowsers(deps, null);
  return found;
}

async function findsMore(deps: EdiDeps, stored: StoredMessage & { waiting: number }): Promise<boolean> {
  const message = await readStoredMessage(deps, stored);
  if (message === undefined) return false;
  const partner = await findPartner(deps.database, message.interchange.sender);
  const scope = { tenantIds: null, carrierCode: partner?.carrier_code ?? null };
  const { rules } = deps.reference();
  const { waiting } = await matchNotices(
    deps.database,
    message.notices,
    scope,
    (code) => rules.resolvePort(code) ?? code,
  );
  return waiting.length < stored.waiting;
}
