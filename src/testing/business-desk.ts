import { menuCodes } from '#shared/reference/menus.ts';
import type { Database } from '#server/platform/db/database.ts';
import { createFlights } from './flights.ts';
import { buildTenant, buildUser } from './people.ts';
import { pipelineApp } from './pipeline-app.ts';
import { startPipeline } from './pipeline.ts';
import { createVoyages } from './voyages.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;

/** Two people of one tenant and a stranger, with bookings that they correct, and what is stored of them. */
export async function startBusinessDesk(database: Database) {
  const pipeline = await startPipeline(database, { start: Date.UTC(2026, 1, 3) });
  const mine = await buildTenant(database);
  const theirs = await buildTenant(database);
  await buildUser(database, { tenantId: mine.id, userCode: 'editor', name: '周编辑', menus: menuCodes });
  await buildUser(database, { tenantId: mine.id, userCode: 'second', name: '吴同事', menus: menuCodes });
  await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus: menuCodes });
  await pipeline.reference.refresh();
  const { signedIn } = await pipelineApp(database, pipeline);
  const [client, second, stranger] = [await signedIn('editor'), await signedIn('second'), await signedIn('stranger')];
  const { voyage, rowsOf } = createVoyages(database, pipeline, mine.id);
  const { clock } = pipeline;

  /** A subscription that its carrier has answered. */
  async function shipped(options: { byContainer?: boolean } = {}) {
    const one = await voyage(options);
    await pipeline.at(clock.now());
    const rows = await rowsOf('shipment', one);
    const bkId = String(rows.find((row) => row['fused'])?.['id']);
    const sourceId = String(rows.find((row) => !row['fused'])?.['id']);
    return { ...one, id: one.subscription.id, bkId, sourceId };
  }
  const { flown } = createFlights(database, pipeline, mine.id);
  type Shipped = Pick<Awaited<ReturnType<typeof shipped>>, 'id' | 'bkId' | 'subscription' | 'target'>;

  const dataOf = async (obmBkId: string): Promise<Any> =>
    (await client.call('getBusinessData', { query: { obmBkId } })).data;
  const save = (body: Any, who = client): Promise<Any> => who.call('saveBusinessData', { body });
  const expertOf = async (one: Shipped, query: object = {}): Promise<Any> =>
    (await client.call('expertBusinessData', { query: { obmTkSubscribeId: one.id, ...query } })).data;
  const fusedOf = async (one: Shipped): Promise<Any> =>
    (await rowsOf('shipment', one)).find((row) => row['fused'])?.['content'];
  const provenanceOf = async (one: Shipped): Promise<Any> =>
    (await client.call('getTrace', { query: { obmBkId: one.bkId } })).data.provenance;
  const changesOf = (one: Shipped) => rowsOf('business_data_change', one);
  const undoLast = async (one: Shipped) => {
    const last = (await changesOf(one)).findLast((row) => row['undone_at'] === null);
    return client.call('undoBusinessData', { body: { changeId: String(last?.['id']) } });
  };
  const startExpert = async (one: Shipped, edit: (data: Any) => void = () => {}) => {
    const data = await expertOf(one);
    edit(data);
    return save({ ...data, obmTkSubscribeId: one.id });
  };
  return {
    pipeline,
    clock,
    client,
    second,
    stranger,
    shipped,
    flown,
    rowsOf,
    dataOf,
    save,
    expertOf,
    fusedOf,
    provenanceOf,
    changesOf,
    undoLast,
    startExpert,
  };
}
