import { expect, test } from 'vitest';
import type { CallData } from '#contract/index.ts';
import { at, buildContainer, buildEvent, buildLeg, buildRecord } from '#domain/testing/builders.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildExceptions } from '#testing/exception-rows.ts';
import { storeFused } from '#testing/fused-shipment.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
await seedMasterData(database);
const { id: tenantId } = await buildTenant(database);
await buildUser(database, { tenantId, userCode: 'lister', menus: menuCodes });
await buildExceptions(database, { tenantIds: [tenantId], count: 12, seed: 'parts', from: at(0) });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const client = await signedIn('lister');
for (const { id } of await database.system.selectFrom('subscription').select('id').execute()) {
  const containers = Array.from({ length: 6 }, (_, index) => `MERU00000${index}${id % 10}`);
  const { content } = buildRecord('carrier', {
    booking: { billNo: `MERI${id}`, portOfLoading: 'CNSHA', portOfDischarge: 'USLAX', atd: at(0) },
    legs: [buildLeg(1, 'CNSHA', 'USLAX', { vesselName: 'AMBER TIDE', voyage: '101W', atd: at(0) })],
    containers: containers.map((container) => buildContainer(container)),
    events: containers.flatMap((container) => [
      buildEvent(container, 'LOBD', 'CNSHA', { actual: at(0) }),
      buildEvent(container, 'DSCH', 'USLAX', { estimated: at(10) }),
    ]),
  });
  await storeFused(database, { tenantId, subscriptionId: id, content, at: at(0) });
}
await database.execute(
  'update shipment_exception e set shipment_id = s.shipment_id from subscription s where s.id = e.subscription_id',
);

await database.execute(`update shipment_exception set open = true, evidence = $1`, [
  JSON.stringify([{ path: 'booking.eta', value: at(3), sourceCode: 'dcsa:MERI', observedAt: at(0) }]),
]);

const kinds = ['obmBk', 'obmDoc', 'obmMultiVessel', 'obmDocActualContainerList', 'mdStatusRecordList'] as const;
const isThere = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== null);

test.each(['queryExceptions', 'querySubscriptions'] as const)(
  'rows of %s carry what is requested of their shipment, all of it unless parts are named',
  async (name) => {
    const page = { currentPage: 1, pageSize: 10 };
    const ask = async (parts?: readonly string[]) => {
      const answer = await client.call(name, { body: { ...page, ...(parts && { parts }) } });
      expect(answer.status).toBe(1);
      return answer;
    };
    const there = (answer: Awaited<ReturnType<typeof ask>>): string[] =>
      kinds.filter((kind) => answer.data.records.every((row: Record<string, unknown>) => isThere(row[kind])));
    const whole = await ask();
    expect(there(whole)).toEqual([...kinds]);
    // The kept whole rows and the parts do not stand in for each other, in whatever order they are requested.
    for (const parts of [[], ['obmBk'], ['mdStatusRecordList', 'obmMultiVessel'], kinds])
      expect(there(await ask(parts))).toEqual(kinds.filter((kind) => parts.some((part) => part === kind)));
    const evidenceOf = (answer: Awaited<ReturnType<typeof ask>>): number =>
      answer.data.records.flatMap((row: any) => row.obmAutotestResult?.evidence ?? []).length;
    expect(evidenceOf(whole)).toBeGreaterThan(0);
    expect(evidenceOf(await ask(['evidence']))).toBe(evidenceOf(whole));
    expect(evidenceOf(await ask([]))).toBe(0);
    expect((await ask()).data).toEqual(whole.data);
    const bare = await ask([]);
    expect(bare.data.totalRecord).toBe(whole.data.totalRecord);
    expect(Buffer.byteLength(bare.text)).toBeLessThan(12_000);
    const wrong = await client.call(name, { body: { ...page, parts: ['secret'] } });
    expect(wrong.status).not.toBe(1);
    expect(wrong.msg).toMatch(/[\u4e00-\u9fff]/);
  },
);

test('rows of exceptions leave out their subscription and its expert values unless it is requested', async () => {
  const ask = async (parts: readonly string[]): Promise<CallData<'queryExceptions'>['records']> =>
    (await client.call('queryExceptions', { body: { currentPage: 1, pageSize: 10, parts } })).data.records;
  const [bare, subscribed] = [await ask([]), await ask(['obmTkSubscribe'])];
  expect(bare.map((row) => row.obmTkSubscribe)).toEqual(bare.map(() => null));
  expect(subscribed.every((row) => row.obmTkSubscribe !== null)).toBe(true);
  // What the list shows of the subscription stands in the exception itself.
  expect(subscribed.map((row) => row.obmAutotestResult.isBillNo)).toEqual(
    subscribed.map((row) => row.obmTkSubscribe?.isBillNo),
  );
  expect(bare.map((row) => row.obmAutotestResult)).toEqual(subscribed.map((row) => row.obmAutotestResult));
});
