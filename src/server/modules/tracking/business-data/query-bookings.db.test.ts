import { describe, expect, test } from 'vitest';
import { emptyEvent } from '#domain/tracking/empty-content.ts';
import { startBusinessDesk } from '#testing/business-desk.ts';
import { testDatabase } from '#testing/test-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;
const database = await testDatabase();
const { client, stranger, shipped, dataOf, rowsOf, startExpert, undoLast } = await startBusinessDesk(database);
const ask = (body: object, who = client): Promise<Any> => who.call('exceptionBusiness', { body: body as never });

describe('bookings in a list', () => {
  test('have the children that their page has, or only how many', async () => {
    const one = await shipped();
    await startExpert(one);
    const whole = await ask({ bkId: one.bkId, businessType: 'subscribe' });
    const alone = await ask({ bkId: one.bkId, children: 0 });
    expect(whole.data).toHaveLength(3);
    expect(alone.data.map(({ obmBk }: Any) => obmBk)).toEqual(whole.data.map(({ obmBk }: Any) => obmBk));
    for (const [index, { counts, ...listed }] of whole.data.entries()) {
      const { obmTkSubscribeId, tenantCode, tenantName, ...obmBk } = listed.obmBk;
      expect(obmTkSubscribeId).toBe(String(one.id));
      expect([tenantCode, tenantName].every((text) => text !== '')).toBe(true);
      expect({ ...listed, obmBk }).toEqual(await dataOf(obmBk.obmBkId));
      expect(counts).toEqual({
        legs: listed.obmMultiVessel.length,
        containers: listed.obmDocActualContainerList.length,
        statuses: listed.mdStatusRecordList.length,
      });
      expect(alone.data[index]).toEqual({ obmBk: listed.obmBk, counts });
    }
    expect(whole.data.map(({ obmBk }: Any) => [obmBk.processType === 'UNION', obmBk.unionFlag])).toEqual([
      [true, 1],
      [false, 0],
      [false, 1],
    ]);
  });

  test('of what is fused are read without their moves unless these decide what is shown', async () => {
    const one = await shipped();
    const read = async (): Promise<unknown> => {
      const [listed] = (await ask({ bkId: one.bkId, children: 0 })).data;
      const { obmBk } = await dataOf(one.bkId);
      expect(listed.obmBk).toMatchObject(obmBk);
      return listed.obmBk.custEtaOverdue;
    };
    const ahead = Date.UTC(2036, 0, 8);
    const expecting = `update shipment set eta = to_timestamp($2::float8 / 1000), ata = null, content = (content::jsonb ||
      jsonb_build_object('booking', (content -> 'booking')::jsonb || jsonb_build_object('ata', null, 'eta', $2::bigint),
      'legs', '[]'::jsonb, 'events', '[]'::jsonb))::json where id = $1`;
    await database.execute(expecting, [Number(one.bkId), ahead]);
    expect(await read()).toBeUndefined();
    await database.execute(expecting, [Number(one.bkId), Date.UTC(2025, 0, 8)]);
    expect(await read()).toBe(Date.UTC(2025, 0, 8));
  });

  test('show what the milestones of a shipment prove, also where these are left out', async () => {
    const one = await shipped();
    const discharged = {
      ...emptyEvent('MERU1234567', 'DSCH', null),
      actual: Date.UTC(2026, 0, 9),
    };
    await database.execute(
      `update shipment set content = (content::jsonb || jsonb_build_object('legs', '[]'::jsonb, 'events', $2::jsonb,
         'booking', (content -> 'booking')::jsonb || jsonb_build_object('ata', null, 'eta', $3::bigint)))::json where id = $1`,
      [Number(one.bkId), JSON.stringify([discharged]), Date.UTC(2026, 0, 8)],
    );
    const [listed] = (await ask({ bkId: one.bkId, children: 0 })).data;
    const { obmBk } = await dataOf(one.bkId);
    expect(listed.obmBk).toMatchObject(obmBk);
    expect(listed.obmBk).not.toHaveProperty('custEtaOverdue');
  });

  test('are without what was removed, also in the counts, until that is undone', async () => {
    const one = await shipped();
    const before = await ask({ bkId: one.bkId, children: 0 });
    const [row] = (await dataOf(one.sourceId)).mdStatusRecordList;
    await client.call('deleteStatusRecord', { body: { mdStatusRecordId: row.mdStatusRecordId } });
    const after = await ask({ bkId: one.bkId, children: 0 });
    expect(after.data[1].counts.statuses).toBe(before.data[1].counts.statuses - 1);
    await undoLast(one);
    const { data } = await ask({ bkId: one.bkId, children: 0 });
    expect(data.map(({ counts }: Any) => counts)).toEqual(before.data.map(({ counts }: Any) => counts));
  });

  test('are found by the job that asks for them', async () => {
    const one = await shipped();
    const [task] = await database.query<{ id: number }>(
      `select t.id from task t join subscription_source x on x.id = (t.payload ->> 'subscriptionSourceId')::bigint
       where x.subscription_id = $1`,
      [one.id],
    );
    const found = await ask({ remoteJobId: String(task?.id), children: 0 });
    expect(found.data.map(({ obmBk }: Any) => obmBk.obmBkId)).toEqual([one.bkId, one.sourceId]);
    expect(await ask({ remoteJobId: String(task?.id) }, stranger)).toMatchObject({ status: 0, msg: '任务信息为空' });
    expect(await ask({ remoteJobId: 'no number' })).toMatchObject({ status: 0, msg: '任务信息为空' });
  });

  test('of a voyage are those of the own tenant, although others sail with it', async () => {
    const [one, other] = [await shipped(), await shipped()];
    const [foreign] = await database.query<{ tenant_id: number }>(
      `select tenant_id from app_user where user_code = 'stranger'`,
    );
    const theirs = await database.query<{ id: number }>('select id from shipment where id = $1', [Number(other.bkId)]);
    expect(theirs).toHaveLength(1);
    await database.execute('update subscription set tenant_id = $2 where id = $1', [other.id, foreign?.tenant_id]);
    await database.execute('update shipment set tenant_id = $2 where subscription_id = $1', [
      other.id,
      foreign?.tenant_id,
    ]);
    const mine = await ask({ bkId: one.bkId, businessType: 'vesselVoyage', children: 0 });
    const ids: string[] = mine.data.map(({ obmBk }: Any) => obmBk.obmBkId);
    expect(ids).toContain(one.bkId);
    expect(ids).not.toContain(other.bkId);
    const own = await ask({ bkId: other.bkId, businessType: 'vesselVoyage', children: 0 }, stranger);
    expect(own.data.map(({ obmBk }: Any) => obmBk.obmBkId)).toEqual([other.bkId, other.sourceId]);
    expect(await ask({ bkId: other.bkId })).toMatchObject({ status: 0 });
  });
});

test('the arrival is written to every booking or to none', async () => {
  const [one, other, elsewhere] = [await shipped(), await shipped(), await shipped()];
  const ata = Date.UTC(2026, 1, 9, 3);
  await database.execute(
    `update shipment set source_type = 'RPA',
       content = jsonb_set(content::jsonb, '{booking,ata}', to_jsonb($2::bigint))::json where id = $1`,
    [Number(one.sourceId), ata],
  );
  await database.execute(
    `update shipment set content = jsonb_set(content::jsonb, '{booking,voyage}', '"OTHER"')::json where id = $1`,
    [Number(elsewhere.bkId)],
  );
  const body = { templateBkId: one.sourceId, otherBkIdList: [other.bkId, elsewhere.bkId] };
  const before = await rowsOf('shipment', other);
  const refused = await client.call('copyArrival', { body: body as never });
  expect(refused).toMatchObject({ status: 0, msg: '有1条记录与模板的船名、航次或卸货港不同' });
  expect(await rowsOf('shipment', other)).toEqual(before);
  // Several bookings of one subscription get it once.
  const both = { templateBkId: one.sourceId, otherBkIdList: [other.bkId, other.sourceId] };
  const preview: Any = await client.call('copyArrival', { body: { ...both, preview: 1 } as never });
  expect(preview.data.rows.map(({ changed }: Any) => changed)).toEqual([1, 0]);
  const done: Any = await client.call('copyArrival', { body: both as never });
  expect(done.data.changeIds).toHaveLength(1);
});
