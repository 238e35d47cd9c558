import { insertInboxMessage } from '#server/modules/administration/notification/index.ts';
import { placeIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Database } from '#server/platform/db/database.ts';
import { serverText } from '#shared/i18n/server-messages/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { itemAt } from '#shared/values/items.ts';
import { zoneOfPlace } from '#shared/time/place-time.ts';
import { localDay } from '#shared/time/day.ts';
import { changeLine, isTimeField } from './change-words.ts';
import type { SubscriptionKind } from './subscription-kind.ts';

const atOnce = 200;

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

function isWorthReporting({ field, old_value, new_value }: Row, worthReportingMs: number): boolean {
  if (!isTimeField(field)) return true;
  return (
    old_value === null || new_value === null || Math.abs(Number(new_value) - Number(old_value)) >= worthReportingMs
  );
}

/** One change in the words of a language. */
const lineOf = (
  { field, old_value: oldValue, new_value: newValue }: Row,
  kind: SubscriptionKind,
  zone: string | null,
  lang: 'zh' | 'en',
) => changeLine({ field, oldValue, newValue }, kind, zone, lang);

async function listUnreported(database: Database, { mode, subject, changes }: SubscriptionKind): Promise<Row[]> {
  const { rows } = await database.execute<Row>(
    `select s.id as subscription_id, s.tenant_id, s.vessel_name, s.voyage, s.port_code, s.created_by, s.effective_on,
       s.expires_on, h.id as change_id, h.at, h.field, h.old_value, h.new_value
     from sailing_subscription s join ${changes} h on h.${subject} = s.${subject} and h.id > s.told_change_id
     where s.mode = $1 and s.cancelled_at is null order by s.id, h.id limit ${atOnce}`,
    [mode],
  );
  return rows;
}

/** Tells those who subscribed something how it changed: one message for all changes found at once. Gives whether there may be more. */
export async function notifySubscribers(
  { database, clock, reference }: Deps,
  kind: SubscriptionKind,
): Promise<boolean> {
  const rows = await listUnreported(database, kind);
  const snapshot = reference();
  for (const changes of Map.groupBy(rows, ({ subscription_id }) => subscription_id).values()) {
    const first = itemAt(changes, 0);
    const zone = placeIn(snapshot, first.port_code)?.zone ?? null;
    const tenantZone = zoneOfPlace(snapshot.tenants.get(first.tenant_id)?.zone);
    const last = Math.max(...changes.map(({ change_id }) => change_id));
    const reported = changes.filter((row) => {
      const day = localDay(row.at, tenantZone);
      return isWorthReporting(row, kind.worthReportingMs) && day >= first.effective_on && day <= first.expires_on;
    });
    await database.transaction(async () => {
      await database.execute('update sailing_subscription set told_change_id = $2 where id = $1', [
        first.subscription_id,
        last,
      ]);
      if (reported.length === 0) return;
      const names = { vessel: first.vessel_name, voyage: first.voyage, port: first.port_code };
      await insertInboxMessage(database, {
        tenantId: first.tenant_id,
        userCode: first.created_by,
        kind: kind.inbox,
        key: `${kind.inbox}:${first.subscription_id}:${last}`,
        subject: `${serverText(kind.texts.title, names, 'zh')} / ${serverText(kind.texts.title, names, 'en')}`,
        content: reported
          .map((row) => `${lineOf(row, kind, zone, 'zh')} / ${lineOf(row, kind, zone, 'en')}`)
          .join('\n'),
        link: `${kind.page}?keyword=${encodeURIComponent(first.vessel_name)}`,
        at: clock.now(),
      });
    });
  }
  return rows.length >= atOnce;
}
