import { expect, test } from 'vitest';
import { exampleContainer } from '#server/connectors/dcsa/event-builders.ts';
import { startBusinessDesk } from '#testing/business-desk.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { productApp } from '#testing/pipeline-app.ts';
import { testDatabase } from '#testing/test-database.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a test names what it expects itself
type Any = any;
const database = await testDatabase();
const { pipeline, shipped, flown, dataOf, save, startExpert, client } = await startBusinessDesk(database);
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'auditor', userType: 'admin', allTenants: true });
const auditor = await (await productApp(database, pipeline)).signedIn('auditor');

/** What the last act on business data changed: label, before, after. */
const reported = async (lang = 'zh'): Promise<[string, string | null, string | null][]> => {
  const { data } = await auditor.call('auditQuery', { body: { entity: 'business_data' }, headers: { 'x-lang': lang } });
  return (data as Any).records[0].changes.map(({ label, before, after }: Any) => [label, before, after]);
};

test('a save is reported field by field, with names, old and new values', async () => {
  const one = await shipped();
  const data = await dataOf(one.bkId);
  const before = data.obmBk.custEta;
  data.obmBk.custEtaStr = '2026-02-20 15:00:00';
  data.obmBk.deliveryPlaceCode = 'DEHAM';
  data.obmDocActualContainerList[0].sealNo = 'seal 7';
  data.mdStatusRecordList.push({
    containerNo: exampleContainer,
    statusCode: 'AVPU',
    portCode: 'NLRTM',
    eventTimeStr: '2026-02-21 07:00:00',
  });
  expect(await save(data)).toMatchObject({ status: 1, msg: '保存成功' });
  const changes = await reported();
  const after = Date.UTC(2026, 1, 20, 14);
  expect(changes).toContainEqual(['预计到港', String(before), String(after)]);
  expect(changes).toContainEqual(['交货地', null, expect.stringMatching(/^DEHAM .*汉堡/)]);
  expect(changes).toContainEqual([`箱信息 ${exampleContainer} · 铅封号`, expect.any(String), 'SEAL 7']);
  expect(changes.map(([label]) => label)).toContainEqual(expect.stringMatching(/^状态 .*可提.* · 实际时间$/));
  expect(JSON.stringify(changes)).not.toMatch(/[{}]/);
  expect(JSON.stringify(await reported('en'))).not.toMatch(/[\u4e00-\u9fff]/);
});

test('an expert booking and what is deleted are reported without codes of ours', async () => {
  const one = await shipped();
  await startExpert(one, (data) => (data.obmBk.custVoyage = '9w'));
  expect(await reported()).toContainEqual(['航次', null, '9W']);
  const { mdStatusRecordList } = await dataOf(one.bkId);
  await client.call('deleteStatuses', { body: [mdStatusRecordList[0].mdStatusRecordId] as Any });
  const deleted = await reported();
  expect(deleted).toEqual([['状态', expect.stringMatching(/ · /), null]]);
  expect(deleted[0]?.[1]).not.toContain('|');
});

test('of a booking by air the words are those of its mode', async () => {
  const one = await flown();
  const data = await dataOf(one.bkId);
  data.obmMultiVessel[0].vesselEn = 'CZ 0463';
  await save(data);
  expect(await reported()).toContainEqual(['航程 1 · 航班/车次', 'CZ461', 'CZ463']);
});
