import type { CallName } from '#contract/paths.ts';
import type { EntityAction } from '#contract/entity-paths.ts';
import { answer, route, type App, type HandlerCall, type HttpModule } from '#server/platform/http/index.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';
import { pickRows, type Wanted } from './find-rows.ts';
import { listHistory, restoreRow } from './history.ts';
import { insertOnce, ONCE_HEADER, onceKeyOf } from './insert-once.ts';
import { getRow } from './load-row.ts';
import { getAllRows, partsOf, queryRows, type ListInput } from './query-rows.ts';
import { removeRows, type Removal } from './remove-rows.ts';
import type { RowInput } from './save-row.ts';
import { insertRows, saveParts, updateRows, type PartRow } from './save-parts.ts';
import type { EntityServices } from './services.ts';
import { listWriters } from './row-writers.ts';

type AnyCall = Pick<HandlerCall<'asset.query'>, 'ctx' | 'request'> & { input: { query: unknown; body: unknown } };

const said = {
  added: { zh: '新增成功', en: 'Added' },
  updated: { zh: '更新成功', en: 'Updated' },
  removed: { zh: '删除成功', en: 'Deleted' },
} as const satisfies Record<string, Text>;

/** The rows of a body that is a row or an array of rows. */
const rowsOf = (body: unknown): RowInput[] => (Array.isArray(body) ? body : [body]) as RowInput[];

const isConfirmed = (value: unknown): boolean => (value as { confirmed?: unknown } | null)?.confirmed === 1;

function removalOf(entity: Entity, body: unknown): Removal {
  const rows = (Array.isArray(body) ? body : [body]) as Record<string, unknown>[];
  const ids = rows.map((row) => row[entity.id] as number | null | undefined);
  const seen = new Map(
    rows.flatMap((row, index) =>
      row['recordVersion'] == null ? [] : [[Number(ids[index]), Number(row['recordVersion'])]],
    ),
  );
  return { ids, confirmed: rows.some(isConfirmed), seen };
}

const removalOfIds = (body: unknown): Removal =>
  Array.isArray(body)
    ? { ids: body as number[], confirmed: false }
    : { ids: (body as { ids?: number[] | null } | null)?.ids ?? [], confirmed: isConfirmed(body) };

/** Registers the calls of one entity. */
function addRoutes(app: App, entity: Entity, services: EntityServices): void {
  const on = (action: EntityAction, handler: (call: AnyCall) => unknown): void =>
    route(app, `${entity.name}.${action}` as CallName, handler as never);
  const text = (ctx: AnyCall['ctx'], kind: keyof typeof said) => ({
    text: (entity.said?.[kind] ?? said[kind])[ctx.lang],
  });
  const idOf = (input: AnyCall['input']): number => (input.query as Record<string, number>)[entity.id] as number;
  const list = ({ ctx, request, input }: AnyCall) =>
    queryRows({ ctx, entity, services, input: (request.method === 'POST' ? input.body : input.query) as ListInput });

  on('query', ({ ctx, request, input }) => {
    const asked = request.method === 'POST' ? input.body : input.query;
    return Array.isArray(asked)
      ? partsOf({ ctx, entity, services, input: asked as number[] })
      : list({ ctx, request, input });
  });
  on('dataQuery', list);
  on('dataExtQuery', list);
  on('pick', ({ ctx, request, input }) =>
    pickRows({ ctx, entity, services, input: (request.method === 'POST' ? input.body : input.query) as Wanted }),
  );
  on('getAll', ({ ctx }) => getAllRows({ ctx, entity, services, input: null }));
  on('get', ({ ctx, input }) => getRow({ ctx, entity, services, input: idOf(input) }));
  on('history', ({ ctx, input }) => listHistory({ ctx, entity, services, input: idOf(input) }));
  on('writers', ({ ctx, input }) =>
    listWriters({ ctx, entity, services, input: (input.body as { ids: number[] }).ids }),
  );
  on('insert', async ({ ctx, request, input }) => {
    const [row, ...more] = rowsOf(input.body);
    const call = { ctx, entity, services };
    const added =
      more.length === 0
        ? await insertOnce({ ...call, input: row as RowInput }, onceKeyOf(request.headers[ONCE_HEADER]))
        : await insertRows({ ...call, input: rowsOf(input.body) });
    return answer(added, 'entity.text', text(ctx, 'added'));
  });
  on('update', async ({ ctx, input }) => {
    const rows = await updateRows({ ctx, entity, services, input: rowsOf(input.body) });
    return answer(rows.length === 1 ? rows[0] : rows, 'entity.text', text(ctx, 'updated'));
  });
  if (entity.partOf !== undefined) {
    route(
      app,
      `${entity.name}.saveOrUpdate` as CallName,
      (async ({ ctx, input }: AnyCall) =>
        answer(
          await saveParts({ ctx, entity, services, input: input.body as PartRow[] }),
          'entity.text',
          text(ctx, 'updated'),
        )) as never,
    );
  }
  on('delete', async ({ ctx, input }) =>
    answer(
      await removeRows({ ctx, entity, services, input: removalOf(entity, input.body) }),
      'entity.text',
      text(ctx, 'removed'),
    ),
  );
  on('deletes', async ({ ctx, input }) =>
    answer(
      await removeRows({ ctx, entity, services, input: removalOfIds(input.body) }),
      'entity.text',
      text(ctx, 'removed'),
    ),
  );
  on('restore', async ({ ctx, input }) =>
    answer(await restoreRow({ ctx, entity, services, input: input.body as { auditId: number } }), 'success.restored'),
  );
}

/** The calls of every configuration entity. */
export const entityModule = (services: EntityServices): HttpModule => ({
  name: 'entity',
  routes: (app) => {
    for (const entity of Object.values(services.entities)) addRoutes(app, entity, services);
  },
});
