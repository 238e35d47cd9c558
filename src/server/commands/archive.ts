import { archiveOverview, pauseArchive } from '../modules/tracking/archive/index.ts';
import { writeAudit } from '../platform/audit/index.ts';
import type { Database } from '../platform/db/database.ts';
import { consoleCtx } from './acting.ts';
import type { CommandInput, Outcome, Say } from './command.ts';

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

async function change(database: Database, paused: boolean): Promise<void> {
  await database.transaction(async () => {
    await pauseArchive(database, paused);
    await writeAudit(consoleCtx(database), {
      entity: 'archive',
      entityId: 'archive',
      action: paused ? 'pause' : 'resume',
      tenantId: null,
      after: { paused },
    });
  });
}

function reportTables({ tables }: Awaited<ReturnType<typeof archiveOverview>>, say: Say): void {
  for (const { name, ranges, archived } of tables) {
    if (ranges.length === 0) say(`${name}：尚未按区间划分`, `${name}: not divided yet`);
    else {
      const { files, rows, bytes } = archived;
      say(
        `${name}：${ranges.length} 个区间；已归档 ${rows} 行，${files} 个文件，${megabytes(bytes)} MB`,
        `${name}: ${ranges.length} ranges; ${rows} rows in ${files} files archived, ${megabytes(bytes)} MB`,
      );
    }
    for (const { lowest, uppermost, rows, bytes } of ranges)
      say(`  [${lowest ?? '…'}, ${uppermost ?? '…'})  ~${rows}  ${megabytes(bytes)} MB`);
  }
}

/** Shows how far history is divided and archived, lets that stop, or go on. */
export async function runArchive({ options, say, withDatabase, settings }: CommandInput): Promise<Outcome> {
  const overview = await withDatabase(async (database) => {
    if (options.includes('pause')) await change(database, true);
    if (options.includes('resume')) await change(database, false);
    return archiveOverview(database);
  });
  const { doing, paused } = overview;
  if (settings.archiveFolder === null)
    say('未设置 ARCHIVE_FOLDER，不归档', 'ARCHIVE_FOLDER is not set: nothing is archived');
  if (paused) say('已暂停；用 archive --resume 继续', 'Paused; "archive --resume" lets it go on');
  else if (doing?.kind === 'divide')
    say(`正在划分 ${doing.tables}（${doing.step}）`, `Dividing ${doing.tables} (${doing.step})`);
  else if (doing !== null)
    say(
      `正在归档 ${doing.tables} 的区间 ${doing.lowest} – ${doing.uppermost}：${doing.done} / ${doing.total} 个文件`,
      `Archiving ${doing.tables} from ${doing.lowest} to ${doing.uppermost}: ${doing.done} of ${doing.total} files`,
    );
  say('区间（编号）、约行数、大小：', 'Ranges of ids, estimated rows, size:');
  reportTables(overview, say);
  const { files, rows, bytes } = overview.records;
  say(
    `shipment：已归档 ${rows} 条来源记录的内容，${files} 个文件，${megabytes(bytes)} MB`,
    `shipment: contents of ${rows} records of sources in ${files} files archived, ${megabytes(bytes)} MB`,
  );
  return 0;
}
