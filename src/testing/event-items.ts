import { expect } from 'vitest';
import { nothingConfigured } from '#server/modules/administration/notification/index.ts';
import type { Database } from '#server/platform/db/database.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { buildSubscription } from './factories.ts';
import { buildTenant, buildUser } from './people.ts';
import { productApp } from './pipeline-app.ts';
import { startPipeline } from './pipeline.ts';
import type { TestAnswer, TestClient } from './test-app.ts';
import { createVoyages } from './voyages.ts';

type Data = TestAnswer['data'];

/** The moment at which the clock of event items begins. */
export const start = Date.UTC(2026, 0, 2);

/** The conditions of a rule that must all hold. */
export const conditions = (...list: object[]): string => JSON.stringify({ match: 'all', conditions: list });

/** A shipment to Rotterdam. */
export const toRotterdam = conditions({ field: 'POD', operator: 'is', values: ['nlrtm'] });

/** Makes, changes, tries and switches on event items of a tenant, as somebody who plans. */
function itemActs(planner: TestClient, tenantId: number, work: () => Promise<unknown>) {
  const typeId = async (): Promise<string> =>
    (await planner.call('eventItemType.getAll', { body: {} })).data.find(
      ({ typeCode }: { typeCode: string }) => typeCode === 'DELAY',
    ).eventItemTypeId;
  let serial = 0;
  const item = async (values: object = {}): Promise<Data> => {
    const { data, msg, status } = await planner.call('eventItem.insert', {
      body: {
        tenantId: String(tenantId),
        itemCode: `ITEM${(serial += 1)}`,
        itemName: '到鹿特丹',
        itemNameEn: 'To Rotterdam',
        typeId: await typeId(),
        severity: 'high',
        dueHours: 4,
        ...values,
      },
    });
    expect([status, msg]).toEqual([1, expect.any(String)]);
    return data;
  };
  const save = (row: Data, rule: string, who: TestClient = planner) =>
    who.call('eventRuleSave', { body: { eventItemId: row.eventItemId, recordVersion: row.recordVersion, rule } });
  const ruleOf = async (row: Data): Promise<Data> =>
    (await planner.call('eventRule', { query: { eventItemId: row.eventItemId } })).data;
  const enable = async (row: Data, enabled: 0 | 1, who: TestClient = planner) =>
    who.call('eventItemEnable', {
      body: { eventItemId: row.eventItemId, recordVersion: (await ruleOf(row)).recordVersion, enabled },
    });
  const tried = async (row: Data): Promise<Data> => {
    await planner.call('eventRuleTry', { body: { eventItemId: row.eventItemId, days: 30 } });
    await work();
    return (await ruleOf(row)).run;
  };
  const inUse = async (rule: string, values: object = {}): Promise<Data> => {
    const row = await item(values);
    await save(row, rule);
    await tried(row);
    expect((await enable(row, 1)).status).toBe(1);
    await work();
    return row;
  };
  return { item, save, ruleOf, enable, tried, inUse };
}

/** Two tenants, one with a voyage on its way, and event items that are made, tried and switched on. */
export async function eventItems(database: Database) {
  const pipeline = await startPipeline(database, { start, delivery: nothingConfigured });
  const [mine, theirs] = [await buildTenant(database, { code: 'EVTA' }), await buildTenant(database, { code: 'EVTB' })];
  const menus = ['/event-item-index', '/event-index', '/event-board-index', '/event-field-index'];
  await buildUser(database, { tenantId: mine.id, userCode: 'planner', name: '周计划', menus });
  await buildUser(database, { tenantId: mine.id, userCode: 'clerk', name: '吴跟单', menus });
  await buildUser(database, { tenantId: theirs.id, userCode: 'stranger', menus });
  await pipeline.reference.refresh();
  const { signedIn } = await productApp(database, pipeline);
  const [planner, clerk, stranger] = [await signedIn('planner'), await signedIn('clerk'), await signedIn('stranger')];
  const { clock } = pipeline;
  const { voyage } = createVoyages(database, pipeline, mine.id);
  const one = await voyage();
  const billNo = 'FOREIGN1';
  await buildSubscription(database, { tenantId: theirs.id, billNo, carrierCode: one.code, subscribedAt: start });
  await pipeline.at(start + HOUR_MS);
  const work = () => pipeline.at(clock.now());

  async function definition(tenantId: number, name: string, events: string | null = null): Promise<number> {
    const { rows } = await database.execute<{ id: number }>(
      `insert into feedback (tenant_id, feedback_name, feedback_type, trigger_events, feedback_addr, active)
       values ($1, $2, 'EMAIL', $3, 'duty@forwarder.example', true) returning id`,
      [tenantId, name, events],
    );
    return Number(rows[0]?.id);
  }
  const eventsOf = async (row: Data, who: TestClient = planner): Promise<Data[]> =>
    (await who.call('shipmentEvent.list', { body: { itemId: [row.eventItemId] } })).data.records;
  return {
    ...itemActs(planner, mine.id, work),
    mine,
    theirs,
    planner,
    clerk,
    stranger,
    signedIn,
    pipeline,
    clock,
    one,
    work,
    definition,
    eventsOf,
  };
}
