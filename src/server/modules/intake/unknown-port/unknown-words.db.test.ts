import { expect, test } from 'vitest';
import { sitcSample } from '#testing/connectors/rpa/carrier-samples-asia.ts';
import { sampleContainer } from '#testing/connectors/rpa/sample-answer.ts';
import { menuCodes } from '#shared/reference/menus.ts';
import { buildSubscription } from '#testing/factories.ts';
import { buildUser } from '#testing/people.ts';
import { pipelineApp } from '#testing/pipeline-app.ts';
import { robotAnswers } from '#testing/robot-answers.ts';
import { testDatabase } from '#testing/test-database.ts';

const database = await testDatabase();
const { answerFor, drain, mine, other, pipeline, post } = await robotAnswers(database);
await buildUser(database, { tenantId: other.id, userCode: 'words.other', menus: menuCodes });
const { signedIn } = await pipelineApp(database, pipeline);
const [client, stranger] = [await signedIn('rpa.all'), await signedIn('words.other')];
const words = 'TRANSSHIPMENT BETWEEN VESSEL';

const subscription = await buildSubscription(database, {
  tenantId: mine.id,
  containerNo: sampleContainer,
  carrierCode: 'SITC',
});
const answer = answerFor(sampleContainer, sitcSample.text, {
  carrierCode: 'SITC',
  subject: 'container',
  contentType: 'json',
});

const rows = async (who = client) => (await who.call('unknownPortQuery', { body: { kind: ['word'] } })).data.records;
const statuses = async () =>
  (
    await database.query<{ code: string }>(
      `select e->>'statusCode' as code from shipment, json_array_elements(content->'events') as e
       where subscription_id = $1 and not fused and e->>'portCode' = 'SGSIN' and e->>'containerNo' is not null order by 1`,
      [subscription.id],
    )
  ).map(({ code }) => code);
const map = async (more: Record<string, unknown>) => {
  const [{ unknownPortId, recordVersion }] = await rows();
  const statement = await client.call('unknownPortMap', { body: { unknownPortId, recordVersion, ...more } });
  await drain();
  return statement;
};

test('words of a carrier that nobody knows are shown, listed, mapped once and taken back', async () => {
  expect(await post(answer)).toMatchObject({ status: 1, data: { state: 'partly', parser: 'sitc-track' } });
  await drain();
  expect(await statuses()).toEqual([words, 'TSLB']);
  expect(await rows()).toMatchObject([
    { kind: 'word', rawCode: words, state: 'open', shipments: 1, statusCode: null, guesses: [] },
  ]);
  expect(await rows(stranger)).toEqual([]);

  expect(await map({ portCode: 'CNSHA' })).toMatchObject({ status: 0 });
  expect(await map({ statusCode: 'NONE' })).toMatchObject({ status: 0 });
  expect(await map({ statusCode: 'TSDC' })).toMatchObject({ status: 1, data: { ports: [{ statusCode: 'TSDC' }] } });
  expect(await statuses()).toEqual(['TSDC', 'TSLB']);
  expect(await rows()).toMatchObject([{ state: 'mapped', waiting: 0, statusName: expect.any(String) }]);

  const [{ unknownPortId, recordVersion }] = await rows();
  await client.call('unknownPortUnmap', { body: { unknownPortId, recordVersion } });
  await drain();
  expect(await statuses()).toEqual([words, 'TSLB']);

  expect(await map({})).toMatchObject({ status: 1 });
  expect(await statuses()).toEqual([words, 'TSLB']);
  expect(await rows()).toMatchObject([{ state: 'not_port', waiting: 0 }]);
});
