// unscoped: Precedence, mappings of ports and their runs hold for all tenants: only people who may set them for all make these calls.
import type { CallData, ParsedBody } from '#contract/index.ts';
import type { PortGuess, UnknownPort } from '#contract/intake/unknown-port.ts';
import { unknownPortsList } from '#lists/unknown-ports.ts';
import { rowsExport } from '#server/list/index.ts';
import { listWords, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { presentRecompute, type Recomputation, recomputations } from '#server/modules/intake/recompute/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import { notFound } from '#server/platform/errors/app-error.ts';
import { pageOf } from '#server/platform/page.ts';
import { listLatestRuns } from '#server/platform/run/index.ts';
import type { ListExport } from '#server/platform/sheet/index.ts';
import { portText } from '#shared/reference/port-text.ts';
import { guessMeant, placeNames } from './guess-meant.ts';
import { listPorts, listUses, portIds, queryPorts } from './port-queries.ts';
import type { UnknownPortRow, UseRow } from './port-queries.ts';

/** The name of a milestone. */
function statusName(code: string, lang: Ctx['lang'], reference: ReferenceSnapshot): string {
  const status = reference.statuses.get(code);
  return status === undefined ? code : lang === 'zh' ? status.nameCn : status.nameEn;
}

const usesPerRow = 5;
const maxExamples = 20;

type Beside = {
  uses: readonly UseRow[];
  guesses: ReadonlyMap<number, PortGuess[]>;
  runs: ReadonlyMap<number, Recomputation>;
  reference: ReferenceSnapshot;
};

function present(ctx: Ctx, row: UnknownPortRow, { uses, guesses, runs, reference }: Beside): UnknownPort {
  const { id, sourceId, nameCn, nameEn, ...shown } = row;
  const port = row.portCode === null ? undefined : reference.ports.get(row.portCode);
  const run = runs.get(id);
  return {
    ...shown,
    unknownPortId: String(id),
    sourceName: ctx.lang === 'zh' ? nameCn : nameEn,
    portName: port?.name ?? null,
    portNameCn: port?.nameCn ?? null,
    statusName: row.statusCode === null ? null : statusName(row.statusCode, ctx.lang, reference),
    shipments: Number(row.shipments),
    waiting: Number(row.waiting),
    tenants: Number(row.tenants),
    places: placeNames(uses.filter((use) => use.unknownPortId === id)),
    guesses: guesses.get(id) ?? [],
    run: run === undefined ? null : presentRecompute(run, ctx.lang),
  };
}

/** Which guesses rows get: none, those from their own shipments, or also those from other shipments of the lane. */
type Guessing = 'none' | 'own' | 'lane';

/** Rows as the wire has them, each with its best guesses and its newest run. */
async function presentAll(
  ctx: Ctx,
  rows: readonly UnknownPortRow[],
  reference: ReferenceSnapshot,
  options: { guessing: Guessing; usesEach: number },
): Promise<{ ports: UnknownPort[]; uses: UseRow[] }> {
  const ids = rows.map((row) => row.id);
  const uses = await listUses(ctx, ids, options.usesEach);
  const guesses =
    options.guessing === 'none'
      ? new Map<number, PortGuess[]>()
      : await guessMeant(
          ctx,
          rows.filter(({ kind }) => kind === 'port'),
          uses,
          reference,
          options.guessing === 'lane',
        );
  const latest = await listLatestRuns(ctx.unscoped, { kinds: [recomputations.port], subjects: ids.map(String) });
  const runs = new Map(latest.map((run) => [run.params.causeId, run]));
  return { ports: rows.map((row) => present(ctx, row, { uses, guesses, runs, reference })), uses };
}

/** Unknown ports by id as the wire has them. */
export async function showPorts(
  ctx: Ctx,
  ids: readonly number[],
  reference: ReferenceSnapshot,
): Promise<UnknownPort[]> {
  const rows = await listPorts(ctx, ids);
  return (await presentAll(ctx, rows, reference, { guessing: 'own', usesEach: usesPerRow })).ports;
}

/** A page of unknown ports. */
export async function queryUnknownPorts({
  ctx,
  input,
  reference,
}: {
  ctx: Ctx;
  input: ParsedBody<'unknownPortQuery'>;
  reference: ReferenceSnapshot;
}): Promise<CallData<'unknownPortQuery'>> {
  const { rows, total } = await queryPorts(ctx, input, input);
  const { ports } = await presentAll(ctx, rows, reference, { guessing: 'own', usesEach: usesPerRow });
  return pageOf(ports, total, input);
}

/** Unknown ports as a file. It has no guesses: they take several milliseconds for each row. */
export const unknownPortExport = (reference: () => ReferenceSnapshot): ListExport =>
  rowsExport(
    {
      list: unknownPortsList,
      ids: portIds,
      rows: async (ctx, ids) => {
        const rows = await listPorts(ctx, ids);
        const { ports } = await presentAll(ctx, rows, reference(), { guessing: 'none', usesEach: usesPerRow });
        const byId = new Map(ports.map((port) => [Number(port.unknownPortId), port]));
        return ids.flatMap((id) => byId.get(Number(id)) ?? []);
      },
      cells: {
        port: (row: UnknownPort, { lang }) => row.statusName ?? portText(lang, row),
        places: ({ places }) => places.join(' / '),
        mappedBy: ({ mappedByName, mappedBy }) => mappedByName ?? mappedBy ?? '',
      },
    },
    (ctx) => listWords(ctx, reference()),
  );

/** One unknown port with examples of the caller's shipments that name it. */
export async function getUnknownPort({
  ctx,
  id,
  reference,
}: {
  ctx: Ctx;
  id: number;
  reference: ReferenceSnapshot;
}): Promise<CallData<'unknownPortGet'>> {
  const rows = await listPorts(ctx, [id]);
  const { ports, uses } = await presentAll(ctx, rows, reference, { guessing: 'lane', usesEach: maxExamples });
  const [port] = ports;
  if (port === undefined) throw notFound();
  return {
    port,
    examples: uses.map(({ unknownPortId, subscriptionId, shipmentId, tenantId, ...use }) => ({
      ...use,
      obmBkId: shipmentId === null ? null : String(shipmentId),
      obmTkSubscribeId: String(subscriptionId),
      tenantCode: reference.tenants.get(tenantId)?.code ?? '',
    })),
  };
}
