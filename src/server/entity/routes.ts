import type { EntityAction } from '#contract/entity-paths.ts';
import {
  addCall,
  answer,
  isCallName,
  type AnyHandlerCall,
  type App,
  type Routes,
} from '#server/platform/http/index.ts';
import type { Entity, Text } from '#shared/entity/declare.ts';
import { asRecord } from '#shared/values/objects.ts';
import { pickRows } from './find-rows.ts';
import { listHistory, restoreRow } from './history.ts';
import { getRow } from './load-row.ts';
import { getAllRows, partsOf, queryRows, type ListInput } from './query-rows.ts';
import { removeRows, type Removal } from './remove-rows.ts';
import { insertRow, type RowInput } from './save-row.ts';
import type { WireRow } from './present.ts';
import { insertRows, saveParts, updateRows } from './save-parts.ts';
import type { EntityServices } from './services.ts';
import { listWriters } from './row-writers.ts';

const said = {
  added: { zh: '新增成功', en: 'Added' },
  updated: { zh: '更新成功', en: 'Updated' },
  removed: { zh: '删除成功', en: 'Deleted' },
} as const satisfies Record<string, Text>;

/** The rows of a body that is a row or an array of rows. */
const rowsOf = (body: unknown): RowInput[] => (Array.isArray(body) ? body : [body]).map(asRecord);

const isConfirmed = (value: unknown): boolean => asRecord(value)['confirmed'] === 1;

/** The ids of a list of them. */
const idsOf = (list: unknown): number[] => (Array.isArray(list) ? list.map(Number) : []);

/** What a call asks by its body or by its query. */
const askedOf = ({ request, input }: AnyHandlerCall): unknown => (request.method === 'POST' ? input.body : input.query);

function removalOf(entity: Entity, body: unknown): Removal {
  const rows = rowsOf(body);
  const ids = rows.map(({ [entity.id]: id }) => (id === null || id === undefined ? id : Number(id)));
  const seen = new Map(
    rows.flatMap((row, index) =>
      row['recordVersion'] == null ? [] : [[Number(ids[index]), Number(row['recordVersion'])]],
    ),
  );
  return { ids, confirmed: rows.some(isConfirmed), seen };
}

const removalOfIds = (body: unknown): Removal =>
  Array.isArray(body)
    ? { ids: idsOf(body), confirmed: false }
    : { ids: idsOf(asRecord(body)['ids']), confirmed: isConfirmed(body) };

/** Registers the calls of one entity. */
function addRoutes(app: App, entity: Entity, services: EntityServices): void {
  const on = (action: EntityAction | 'saveOrUpdate', handler: (call: AnyHandlerCall) => unknown): void => {
    const name = `${entity.name}.${action}`;
    if (!isCallName(name)) throw new Error(`there is no call ${name}`);
    addCall(app, name, handler);
  };
  const text = (ctx: AnyHandlerCall['ctx'], kind: keyof typeof said) => ({
    text: (entity.said?.[kind] ?? said[kind])[ctx.lang],
  });
  const idOf = (input: AnyHandlerCall['input']): number => Number(asRecord(input.query)[entity.id]);
  /** The contract has parsed the question as a page of a list or of a picker. */
  const pageOf = (call: AnyHandlerCall): ListInput => askedOf(call) as ListInput;
  const list = (call: AnyHandlerCall) => queryRows({ ctx: call.ctx, entity, services, input: pageOf(call) });

  /** Saved rows as they were sent: parts that came as a list are answered as one, also a single part. */
  const asSent = ({ body }: AnyHandlerCall['input'], rows: WireRow[]): unknown =>
    entity.partOf !== undefined && Array.isArray(body) ? rows : rows[0];

  on('query', (call) => {
    const asked = askedOf(call);
    return Array.isArray(asked) ? partsOf({ ctx: call.ctx, entity, services, input: idsOf(asked) }) : list(call);
  });
  on('dataQuery', list);
  on('dataExtQuery', list);
  on('pick', (call) => pickRows({ ctx: call.ctx, entity, services, input: pageOf(call) }));
  on('getAll', ({ ctx }) => getAllRows({ ctx, entity, services, input: null }));
  on('get', ({ ctx, input }) => getRow({ ctx, entity, services, input: idOf(input) }));
  on('history', ({ ctx, input }) => listHistory({ ctx, entity, services, input: idOf(input) }));
  on('writers', ({ ctx, input }) => listWriters({ ctx, entity, services, input: idsOf(asRecord(input.body)['ids']) }));
  on('insert', async ({ ctx, input }) => {
    const rows = rowsOf(input.body);
    const [row = {}, ...more] = rows;
    const call = { ctx, entity, services };
    const added =
      more.length === 0 ? [await insertRow({ ...call, input: row })] : await insertRows({ ...call, input: rows });
    return answer(asSent(input, added), 'entity.text', text(ctx, 'added'));
  });
  on('update', async ({ ctx, input }) => {
    const rows = await updateRows({ ctx, entity, services, input: rowsOf(input.body) });
    return answer(asSent(input, rows), 'entity.text', text(ctx, 'updated'));
  });
  if (entity.partOf !== undefined) {
    on('saveOrUpdate', async ({ ctx, input }) =>
      answer(
        await saveParts({ ctx, entity, services, input: rowsOf(input.body) }),
        'entity.text',
        text(ctx, 'updated'),
      ),
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
  on('restore', async ({ ctx, input }) => {
    const { auditId, recordVersion } = asRecord(input.body);
    const seen = recordVersion == null ? null : Number(recordVersion);
    const restored = await restoreRow({
      ctx,
      entity,
      services,
      input: { auditId: Number(auditId), recordVersion: seen },
    });
    return answer(restored, 'success.restored');
  });
}

/** The calls of every configuration entity. */
export const entityRoutes =
  (services: EntityServices): Routes =>
  (app) => {
    for (const entity of Object.values(services.entities)) addRoutes(app, entity, services);
  };
