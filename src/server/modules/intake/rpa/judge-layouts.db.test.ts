import { expect, test } from 'vitest';
import { packBody } from '#server/modules/intake/collection/index.ts';
import { seedMasterData } from '#server/modules/world/seed/index.ts';
import { robotAnswers } from '#testing/robot-answers.ts';
import { testDatabase } from '#testing/test-database.ts';
import { judgeLayouts } from './judge-layouts.ts';
import { installSitePackages } from './shipped/install-packages.ts';

// A site that changes its pages: noticed by what can be read of them, reported once, beside the last page that was read.

const database = await testDatabase();
await seedMasterData(database);
const { pipeline, all, stranger, platformKey } = await robotAnswers(database);
await installSitePackages(database);
await database.execute(`update robot_site set confirmed_at = now(), confirmed_by = 'x' where carrier_code = 'ONEY'`);
await database.execute(`update app_user set user_type = 'admin' where user_code = 'rpa.all'`);

let serial = 0;
/** Stores a page as if a robot had brought it. */
async function page(text: string, state: 'parsed' | 'refused' | 'unknown'): Promise<string> {
  serial += 1;
  const { body, encoding } = packBody(Buffer.from(text));
  const { rows } = await database.execute<{ id: number }>(
    `insert into robot_answer (robot_key_id, carrier_code, subject, subject_no, collected_at, received_at, robot_id, job_id, content_type,
       body, encoding, size_bytes, hash, state, events, refused_events)
     values ((select id from robot_key where prefix = $1 limit 1), 'ONEY', 'bill', $2, $8, $8, 'r', $2, 'json', $3, $4, $5, $3, $6, $7, 0)
     returning id`,
    [
      platformKey.slice(0, 8),
      `B${serial}`,
      body,
      encoding,
      text.length,
      state,
      state === 'parsed' ? 6 : 0,
      new Date(pipeline.clock.now()),
    ],
  );
  return String(rows[0]?.id);
}

const judge = (): Promise<void> => judgeLayouts({ database, clock: pipeline.clock });
const siteOf = async () =>
  ((await all.call('rpaSites')).data.sites as { carrierCode: string }[]).find(
    ({ carrierCode }) => carrierCode === 'ONEY',
  );
const reported = () =>
  database.query<{ subject: string; facts: object }>(`select subject, facts from notification where kind = 'site'`);

test('one bad page is no new layout; several are reported to the platform once, and it is over when pages are read again', async () => {
  const good = '{"data":[{"eventName":"x","eventDate":"y"}]}';
  for (let count = 0; count < 5; count += 1) await page(good, 'parsed');
  const last = await page(good, 'parsed');
  const first = await page('{"data":[{"name":"x","at":"y"}]}', 'refused');
  await judge();
  expect(await reported()).toEqual([]);

  for (let count = 0; count < 2; count += 1) await page(`{"data":[{"name":"x${count}"}]}`, 'refused');
  await page('{}', 'unknown');
  await judge();
  await judge();
  expect(await reported()).toEqual([
    {
      subject:
        '海洋网联船务 Ocean Network Express 网站的页面可能已改版 / The pages of 海洋网联船务 Ocean Network Express may have changed',
      facts: { link: `/robot-answers?answerId=${first}` },
    },
  ]);
  expect(await siteOf()).toMatchObject({ changedAnswerId: first, readAnswerId: last, answers: 10, readShare: 6 / 9 });
  const { layout } = (await all.call('rpaAnswerGet', { query: { answerId: first } })).data;
  expect(layout).toMatchObject({
    answerId: last,
    gone: ['data[].eventName', 'data[].eventDate'],
    added: ['data[].name', 'data[].at'],
  });
  expect((await all.call('rpaAnswerGet', { query: { answerId: last } })).data.layout).toBeNull();
  // Anyone who does not act for the platform sees that it is so, and not which pages of others show it.
  const { sites } = (await stranger.call('rpaSites')).data;
  expect(sites.find((one: { carrierCode: string }) => one.carrierCode === 'ONEY')).toMatchObject({
    changedTime: expect.any(Number),
    changedAnswerId: null,
  });

  for (let count = 0; count < 3; count += 1) await page(good, 'parsed');
  await judge();
  expect(await siteOf()).toMatchObject({ changedTime: null, changedAnswerId: null });
  expect(await reported()).toHaveLength(1);
});
