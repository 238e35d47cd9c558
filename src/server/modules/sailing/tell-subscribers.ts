import { insertInboxMessage } from '#server/modules/notification/index.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { type ServerMessageCode, serverText } from '#shared/i18n/server-messages/index.ts';
import { HOUR_MS, type Instant } from '#shared/time/instant.ts';
import { toLocalText, zoneLabel } from '#shared/time/zone.ts';
import { dayIn } from './subscription-rules.ts';

const atOnce = 200;
/** Estimates that move less are not told. */
const worthTellingMs = HOUR_MS;

type Row = {
  subscription_id: number;
  tenant_id: number;
  vessel_name: string;
  voyage: string;
  port_code: string;
  created_by: string;
  effective_on: string;
  expires_on: string;
  change_id: number;
  at: Instant;
  field: string;
  old_value: string | null;
  new_value: string | null;
};

type Deps = { database: Database; clock: Clock; reference: () => ReferenceSnapshot };

const isTime = (field: string): boolean => /Arrival$|Departure$/.test(field);

function isWorthTelling({ field, old_value, new_value }: Row): boolean {
  if (!isTime(field)) return true;
  return old_value === null || new_value === null || Math.abs(Number(new_value) - Number(old_value)) >= worthTellingMs;
}

function valueText(field: string, value: string | null, zone: string): string {
  if (value === null) return '—';
  if (!isTime(field)) return value;
  return `${toLocalText(Number(value), zone).slice(0, 16)} ${zoneLabel(Number(value), zone)}`;
}

/** One change in both languages' words: what, from what to what, and by how many hours. */
function lineOf(row: Row, zone: string, lang: 'zh' | 'en'): string {
  const { field, old_value: before, new_value: after } = row;
  const name = serverText(`sailing.field.${field}` as ServerMessageCode, {}, lang);
  const line = serverText(
    'sailing.newsLine',
    { field: name, before: valueText(field, before, zone), after: valueText(field, after, zone) },
    lang,
  );
  if (!isTime(field) || before === null || after === null) return line;
  const hours = Math.round(((Number(after) - Number(before)) / HOUR_MS) * 10) / 10;
  return line + serverText('sailing.newsShift', { hours: hours > 0 ? `+${hours}` : String(hours) }, lang);
}

async function listUntold(database: Database): Promise<Row[]> {
  const { rows } = await database.execute<Row>(
    `select s.id as subscription_id, s.tenant_id, s.vessel_name, s.voyage, s.port_code, s.created_by, s.effective_on,
       s.expires_on, h.id as change_id, h.at, h.field, h.old_value, h.new_value
     from sailing_subscription s join sailing_change h on h.call_id = s.call_id and h.id > s.told_change_id
     where s.cancelled_at is null order by s.id, h.id limit ${atOnce}`,
  );
  return rows;
}

/** Tells those who subscribed a sailing how it changed: one message for all changes found at once. Gives whether there may be more. */
export async function tellSubscribers({ database, clock, reference }: Deps): Promise<boolean> {
  const rows = await listUntold(database);
  const snapshot = reference();
  for (const changes of Map.groupBy(rows, ({ subscription_id }) => subscription_id).values()) {
    const [first] = changes as [Row];
    const zone = snapshot.ports.get(first.port_code)?.zone ?? 'UTC';
    const tenantZone = snapshot.tenants.get(first.tenant_id)?.zone ?? 'UTC';
    const last = Math.max(...changes.map(({ change_id }) => change_id));
    const told = changes.filter((row) => {
      const day = dayIn(row.at, tenantZone);
      return isWorthTelling(row) && day >= first.effective_on && day <= first.expires_on;
    });
    await database.transaction(async () => {
      await database.execute('update sailing_subscription set told_change_id = $2 where id = $1', [
        first.subscription_id,
        last,
      ]);
      if (told.length === 0) return;
      const names = { vessel: first.vessel_name, voyage: first.voyage, port: first.port_code };
      await insertInboxMessage(database, {
        tenantId: first.tenant_id,
        userCode: first.created_by,
        kind: 'sailing',
        key: `sailing:${first.subscription_id}:${last}`,
        subject: `${serverText('sailing.newsTitle', names, 'zh')} / ${serverText('sailing.newsTitle', names, 'en')}`,
        content: told.map((row) => `${lineOf(row, zone, 'zh')} / ${lineOf(row, zone, 'en')}`).join('\n'),
        link: `/vessel-subscribe?keyword=${encodeURIComponent(first.vessel_name)}`,
        at: clock.now(),
      });
    });
  }
  return rows.length >= atOnce;
}
