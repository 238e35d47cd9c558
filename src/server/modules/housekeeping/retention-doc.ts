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
};

function daysOf(days: Sweep['days'], age: string): string {
  if (typeof days === 'string') {
    const setting = settingOf[days];
    const { standard } = settingDocs[setting];
    return `\`${setting}\`: ${standard === '0' ? 'for ever unless set' : `${standard} days`}`;
  }
  if (days === 0) return `until \`${age}\``;
  if (days < 1) return `${Math.round(days * 24)} hour`;
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}

/** How long, and which rows or why. */
function cellsOf(keeping: Keeping): [string, string] {
  switch (keeping.kind) {
    case 'ever':
      return ['for ever', keeping.why];
    case 'with':
      return [`as long as its \`${keeping.parent}\``, ''];
    case 'passing':
      return ['goes by itself', keeping.why];
    case 'own':
      return [daysOf(keeping.days, ''), keeping.why];
    case 'swept':
      return [
        keeping.sweeps.map(({ days, age }) => daysOf(days, age)).join('; '),
        keeping.sweeps.flatMap(({ rows }) => (rows === undefined ? [] : [`rows ${rows}`])).join('; '),
      ];
  }
}

const head = `# How long things are kept

Every table says in \`src/server/modules/housekeeping/retention.ts\` how long its rows are kept; a test walks the schema and fails for a
table that does not. A task removes what is older, every minute and in steps of at most some thousand rows, a table after the other, for
at most five seconds at a time; what is left then goes ten seconds later. Steps are short transactions of their own, take rows from the
oldest on by an index, leave alone what somebody has in hand, and may be taken by several workers at once. What something else still
refers to stays. Tables of which most old rows stay are gone through by id once a day instead.

Ages are told by the clock of whoever wrote the row: the world's for what happens in it, the machine's for sessions, audit, files and
tasks. Days are settings where installations differ; the table of all settings is in the [README](../README.md).

| Table | Kept | What goes, or why not |
| --- | --- | --- |
`;

/** docs/retention.md. */
export function retentionDocument(): string {
  const rows = Object.entries(retention)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, keeping]) => `| \`${table}\` | ${cellsOf(keeping).join(' | ')} |`);
  return `${head}${rows.join('\n')}\n`;
}
