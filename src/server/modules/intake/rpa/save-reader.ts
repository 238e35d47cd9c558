// unscoped: Parsers, sites and answers of robots hold for all tenants; robots act by their key, people by the right of the platform.
import type { CallData, ParsedBody, ParsedQuery } from '#contract/index.ts';
import { readMapping } from '#server/connectors/rpa/index.ts';
import { operatorIn, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { lockName } from '#server/platform/db/lock-name.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import { publish } from '#server/platform/realtime/index.ts';
import type { Instant } from '#shared/time/instant.ts';
import { checkMapping } from './preview-reader.ts';
import { ofPlatform } from './release-parser.ts';
import type { ReaderRow } from './releases.ts';

/** Versions of one reader, and of all. */
const MAX_VERSIONS = 200;
const MAX_READERS = 1_000;
const LOCK = 'robot_reader';

type StoredReader = Pick<ReaderRow, 'version' | 'name' | 'mapping'> & {
  parserId: string;
  newestVersion: number;
  carrierCode: string;
  createTime: Instant;
  creatorName: string;
};

/** A version as it was kept, with the mapping to be changed into the next one. */
export async function getReader(ctx: Ctx, input: ParsedQuery<'rpaReaderGet'>): Promise<CallData<'rpaReaderGet'>> {
  ofPlatform(ctx);
  const [row] = await ctx.unscoped.query<StoredReader>(
    `select r.parser_id as "parserId", r.version, r.carrier_code as "carrierCode", r.name, r.mapping, r.created_at as "createTime",
       r.actor_name as "creatorName", (select max(version) from robot_reader where parser_id = r.parser_id) as "newestVersion"
     from robot_reader r where parser_id = $1 and version = $2`,
    [input.parserId, input.version],
  );
  const mapping = row === undefined ? undefined : readMapping(row.mapping);
  if (row === undefined || mapping === undefined) throw notFound();
  return { ...row, mapping };
}

type Newest = { version: number; carrier_code: string };

/** The newest number of a reader, also of a version that was removed; undefined where no version is left. */
async function newestOf(ctx: Ctx, parserId: string): Promise<Newest | undefined> {
  const [row] = await ctx.unscoped.query<Newest>(
    `select max(version) as version, min(carrier_code) as carrier_code from robot_reader
     where parser_id = $1 having bool_or(mapping is not null)`,
    [parserId],
  );
  return row;
}

/** The name of a new reader of a carrier: none of the product has it, and no former one had it. */
async function nextId(ctx: Ctx, carrierCode: string): Promise<string> {
  const start = `own-${carrierCode.toLowerCase()}-`;
  const rows = await ctx.unscoped.query<{ parser_id: string }>(
    `select parser_id from robot_reader where starts_with(parser_id, $1)
     union select parser_id from robot_parser_release where starts_with(parser_id, $1)`,
    [start],
  );
  const used = rows.map(({ parser_id }) => Number(parser_id.slice(start.length))).filter(Number.isInteger);
  return `${start}${Math.max(0, ...used) + 1}`;
}

/** Keeps the next version of a reader, or the first one; it reads nothing before it is released. */
export async function saveReader(
  ctx: Ctx,
  input: ParsedBody<'rpaReaderSave'>,
  reference: ReferenceSnapshot,
): Promise<CallData<'rpaReaderSave'>> {
  ofPlatform(ctx);
  checkMapping(input.mapping);
  const carrierCode = input.carrierCode.toUpperCase();
  if (operatorIn(reference, carrierCode) === undefined) throw refused('reader.noCarrier', { carrier: carrierCode });
  return ctx.unscoped.transaction(async () => {
    await lockName(ctx.unscoped, LOCK);
    const newest = input.parserId == null ? undefined : await newestOf(ctx, input.parserId);
    if (input.parserId != null && newest === undefined) throw notFound();
    if ((newest?.version ?? 0) !== input.newestVersion)
      throw refused('reader.savedMeanwhile', { version: newest?.version ?? 0 });
    if (newest !== undefined && newest.carrier_code !== carrierCode) throw refused('reader.otherCarrier');
    if (input.newestVersion >= MAX_VERSIONS) throw refused('reader.tooMany', { most: MAX_VERSIONS });
    const [{ n } = { n: 0 }] = await ctx.unscoped.query<{ n: number }>(
      'select count(mapping)::int as n from robot_reader',
    );
    if (n >= MAX_READERS) throw refused('reader.tooMany', { most: MAX_READERS });
    const parserId = input.parserId ?? (await nextId(ctx, carrierCode));
    const version = input.newestVersion + 1;
    const { userCode } = ctx.actor;
    await ctx.unscoped.execute(
      `insert into robot_reader (parser_id, version, carrier_code, name, mapping, created_at, actor_code, actor_name)
       values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8)`,
      [
        parserId,
        version,
        carrierCode,
        input.name,
        JSON.stringify(input.mapping),
        new Date(ctx.clock.now()),
        userCode,
        ctx.actor.kind === 'user' ? ctx.actor.name : userCode,
      ],
    );
    await writeAudit(ctx, {
      entity: 'robotReader',
      entityId: parserId,
      action: 'save',
      tenantId: null,
      before: { version: input.newestVersion },
      after: { version, carrierCode, name: input.name, mapping: input.mapping },
    });
    await publish(ctx.unscoped, { tenantId: null, topic: 'rpa', payload: {} });
    return { parserId, version };
  });
}

/**
 * Removes a version that was never released; what has read pages stays, to show how they were read. Its number is not given again:
 * trials name it.
 */
export async function removeReader(ctx: Ctx, input: ParsedBody<'rpaReaderRemove'>): Promise<null> {
  ofPlatform(ctx);
  await ctx.unscoped.transaction(async () => {
    // Not while it is released.
    await lockName(ctx.unscoped, 'robot_parser_release');
    const released = await ctx.unscoped.query(
      'select 1 as one from robot_parser_release where parser_id = $1 and version = $2 limit 1',
      [input.parserId, input.version],
    );
    if (released.length > 0) throw refused('reader.wasReleased');
    const { rows } = await ctx.unscoped.execute<ReaderRow>(
      `update robot_reader r set mapping = null from robot_reader o
       where r.parser_id = $1 and r.version = $2 and o.parser_id = r.parser_id and o.version = r.version and o.mapping is not null
       returning o.*`,
      [input.parserId, input.version],
    );
    const [gone] = rows;
    if (gone === undefined) throw notFound();
    await writeAudit(ctx, {
      entity: 'robotReader',
      entityId: input.parserId,
      action: 'delete',
      tenantId: null,
      before: { version: gone.version, carrierCode: gone.carrier_code, name: gone.name, mapping: gone.mapping },
      after: null,
    });
    await publish(ctx.unscoped, { tenantId: null, topic: 'rpa', payload: {} });
  });
  return null;
}
