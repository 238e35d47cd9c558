// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import type { EntityServices } from '#server/entity/index.ts';
import { isSeaMilestone } from '#domain/tracking/milestone-order.ts';
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { actorOf, checkMaySetForAll, startRecompute } from '#server/modules/intake/recompute/index.ts';
import { writeAudit } from '#server/platform/audit/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound, refused } from '#server/platform/errors/app-error.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { countUses, listPorts, listSameCode, updatePort } from './port-queries.ts';
import type { PortState, UnknownPortRow } from './port-queries.ts';
import { showPorts } from './show-ports.ts';

/** What deciding about unknown ports works with. */
export type PortDeps = {
  reference: () => ReferenceSnapshot;
  queue: Queue;
  services: Pick<EntityServices, 'touch'>;
};

type Decision = { state: PortState; portId: number | null; portCode: string | null; statusCode: string | null };

const none = { portId: null, portCode: null, statusCode: null };

async function findPort(
  ctx: Ctx,
  code: string,
  reference: () => ReferenceSnapshot,
): Promise<{ id: number; code: string }> {
  const canonical = reference().rules.resolvePort(code);
  const port =
    canonical === undefined
      ? undefined
      : await ctx.unscoped.system
          .selectFrom('md_port')
          .select(['id', 'code'])
          .where('code', '=', canonical)
          .executeTakeFirst();
  if (port === undefined) throw refused('unknownPort.noSuchPort', { code });
  return port;
}

async function getRow(ctx: Ctx, id: number): Promise<UnknownPortRow> {
  const [row] = await listPorts(ctx, [id]);
  if (row === undefined) throw notFound();
  return row;
}

/** Writes a decision about one unknown port and has the records that name it made again. */
async function decide(
  ctx: Ctx,
  { queue, services }: PortDeps,
  row: { id: number; recordVersion: number },
  decision: Decision,
): Promise<void> {
  const { unscoped: database } = ctx;
  const before = await getRow(ctx, row.id);
  const by = decision.state === 'open' ? null : actorOf(ctx);
  const now = ctx.clock.now();
  if (!(await updatePort(database, { ...row, ...decision, by }, now))) throw refused('unknownPort.changedMeanwhile');
  await services.touch();
  const total = await countUses(database, row.id);
  await startRecompute({ database, queue, now }, { cause: 'port', causeId: row.id, total, by: actorOf(ctx) });
  await writeAudit(ctx, {
    entity: 'unknownPort',
    entityId: String(row.id),
    action: decision.state === 'open' ? 'unmap' : 'map',
    tenantId: null,
    before: {
      raw_code: before.rawCode,
      source: before.sourceCode,
      state: before.state,
      port_code: before.portCode,
      status_code: before.statusCode,
    },
    after: {
      raw_code: before.rawCode,
      source: before.sourceCode,
      state: decision.state,
      port_code: decision.portCode,
      status_code: decision.statusCode,
    },
  });
}

const isSame = (row: UnknownPortRow, decision: Decision): boolean =>
  row.state === decision.state && row.portCode === decision.portCode && row.statusCode === decision.statusCode;

/** What is stated of a code of a port or of words for a move: each means what is of its kind, or nothing. */
async function decisionFor(
  ctx: Ctx,
  { kind }: UnknownPortRow,
  { portCode, statusCode }: Pick<ParsedBody<'unknownPortMap'>, 'portCode' | 'statusCode'>,
  { reference }: PortDeps,
): Promise<Decision> {
  if (kind === 'port') {
    if (statusCode !== undefined) throw refused('unknownPort.notOfKind');
    if (portCode === undefined) return { ...none, state: 'not_port' };
    const port = await findPort(ctx, portCode, reference);
    return { ...none, state: 'mapped', portId: port.id, portCode: port.code };
  }
  if (portCode !== undefined) throw refused('unknownPort.notOfKind');
  if (statusCode === undefined) return { ...none, state: 'not_port' };
  if (!isSeaMilestone(statusCode)) throw refused('unknownPort.noSuchMilestone', { code: statusCode });
  return { ...none, state: 'mapped', statusCode };
}

/** Says what an unknown code or words mean, or that they mean nothing. Saying the same again changes nothing. */
export async function mapUnknownPort({
  ctx,
  input,
  deps,
}: {
  ctx: Ctx;
  input: ParsedBody<'unknownPortMap'>;
  deps: PortDeps;
}): Promise<CallData<'unknownPortMap'>> {
  checkMaySetForAll(ctx);
  const { unknownPortId: id, recordVersion, allSources } = input;
  const row = await getRow(ctx, id);
  const decision = await decisionFor(ctx, row, input, deps);
  const ids = await ctx.unscoped.transaction(async () => {
    const others = allSources === 1 ? await listSameCode(ctx.unscoped, id) : [];
    if (!isSame(row, decision)) await decide(ctx, deps, { id, recordVersion }, decision);
    for (const other of others)
      await decide(ctx, deps, { id: other.id, recordVersion: other.record_version }, decision);
    return [id, ...others.map((other) => other.id)];
  });
  return { ports: await showPorts(ctx, ids, deps.reference()) };
}

/** Takes back what was stated about an unknown code; its records are made again as they were before. */
export async function unmapUnknownPort({
  ctx,
  input,
  deps,
}: {
  ctx: Ctx;
  input: ParsedBody<'unknownPortUnmap'>;
  deps: PortDeps;
}): Promise<CallData<'unknownPortUnmap'>> {
  checkMaySetForAll(ctx);
  const { unknownPortId: id, recordVersion } = input;
  const row = await getRow(ctx, id);
  if (row.state === 'open') throw refused('unknownPort.notMapped');
  await ctx.unscoped.transaction(() => decide(ctx, deps, { id, recordVersion }, { ...none, state: 'open' }));
  const [port] = await showPorts(ctx, [id], deps.reference());
  if (port === undefined) throw notFound();
  return port;
}
