import { settingDocs } from '#server/platform/config/index.ts';
import type { RetentionDays, SettingName } from '#server/platform/config/index.ts';
import type { Keeping, Sweep } from './retention-types.ts';
import { retention } from './retention.ts';

const settingOf: Record<keyof RetentionDays, SettingName> = {
  position: 'AIS_RETENTION_DAYS',
  vehicle: 'VEHICLE_RETENTION_DAYS',
  answer: 'ANSWER_RETENTION_DAYS',
  edi: 'EDI_RETENTION_DAYS',
  notification: 'NOTIFICATION_RETENTION_DAYS',
  refusal: 'REFUSAL_RETENTION_DAYS',
  run: 'RUN_RETENTION_DAYS',
  audit: 'AUDIT_RETENTION_DAYS',
  archive: 'ARCHIVE_AFTER_DAYS',
};

function daysOf(days: Sweep['days'], age: string): string {
  if (typeof days === 'string') {
    const setting = settingOf[days];
    const { standard } = settingDocs[setting];
    return `\`${setting}\`: ${standard === '0' ? 'forever unless set' : `${standard} days`}`;
  }
  if (days === 0) return `until \`${age}\``;
  if (days < 1) return `${Math.round(days * 24)} hour`;
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** How long, and which rows or why. */
function cellsOf(keeping: Keeping): [string, string] {
  switch (keeping.kind) {
    case 'ever':
      return ['forever', keeping.why];
    case 'with':
      return [`as long as its \`${keeping.parent}\``, ''];
    case 'passing':
      return ['temporary', keeping.why];
    case 'own':
      return [daysOf(keeping.days, ''), keeping.why];
    case 'swept':
      return [
        keeping.sweeps.map(({ days, age }) => daysOf(days, age)).join('; '),
        keeping.sweeps.flatMap(({ rows }) => (rows === undefined ? [] : [`rows ${rows}`])).join('; '),
      ];
  }
}

const head = `# How long data is kept

\`src/server/modules/administration/housekeeping/retention.ts\` states for every table how long its rows are kept. A test compares it with the schema and
fails for a table without an entry.

Every minute a task removes older rows, one table after the other, for at most five seconds; if rows are left, it continues ten seconds later.
It works in short transactions of at most a few thousand rows, oldest first, by an index. It skips locked rows, so several workers can
run it at once. Rows that other rows still refer to stay. Tables where most old rows stay are checked by id once a day instead.
Logs and files of jobs go as whole ranges of ids where nearly all jobs of a range are old. With \`ARCHIVE_FOLDER\`, history and answers of shipments
leave the database too ([archive](operations.md#archive)).

Ages are measured by the clock that wrote the row: the world's clock for shipment data, the machine's clock for sessions, audit, files and
tasks. Where installations differ, the number of days is a [setting](settings.md).

| Table | Kept | What is removed, or why it is kept |
| --- | --- | --- |
`;

/** docs/retention.md. */
export function retentionDocument(): string {
  const rows = Object.entries(retention)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, keeping]) => `| \`${table}\` | ${cellsOf(keeping).join(' | ')} |`);
  return `${head}${rows.join('\n')}\n`;
}
