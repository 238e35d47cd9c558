import { beforeEach, expect, test } from 'vitest';
import { createQueue } from '#server/platform/queue/index.ts';
import { formatCsv } from '#shared/text/csv.ts';
import { HOUR_MS } from '#shared/time/instant.ts';
import { silentLog } from '#testing/database-templates.ts';
import { untilWaiting } from '#testing/lock-waits.ts';
import { startMailProduct } from '#testing/mail-in.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { lockMail, refuseSheet } from './mail-queries.ts';
import { scheduleAnswer } from './mail-tasks.ts';
import { settleMail } from './settle-mail.ts';

// What several workers and people do with mails at the same moment.

const database = await testDatabase();
const product = await startMailProduct(database);
const { clock } = product;
const queue = createQueue({ database, clock, log: silentLog });
const tenant = await buildTenant(database);
await buildUser(database, { tenantId: tenant.id, userCode: 'boss', userType: 'admin' });
const boss = await product.signedIn('boss');
const saved = await boss.call('mailImportSave', {
  body: { active: 1, senders: ['erp@haifan.example'], needsProof: 0, recordVersion: null },
});

/** Hands over a mail with files of these headings, and one row in each. */
async function send(...headings: string[][]): Promise<void> {
  await product.send({
    from: 'erp@haifan.example',
    to: saved.data.address,
    subject: 'Orders',
    attachments: headings.map((names, at) => ({
      filename: `${at}.csv`,
      content: formatCsv([names, names.map((_, place) => (place === 0 ? 'MSCUTW123456' : 'MSC'))]),
    })),
  });
}

const mails = () =>
  database.query<{ id: number; state: string; answer_state: string }>(
    'select id, state, answer_state from received_mail order by id',
  );
const sheets = () => database.query<{ id: number; mail_id: number }>('select id, mail_id from mail_sheet order by id');

beforeEach(async () => {
  for (const table of ['received_mail', 'mail_mapping', 'subscription', 'task'])
    await database.execute(`delete from ${table}`);
  product.clearAnswers();
});

test.runIf(database.kind === 'postgres')('a mail whose last two files end at the same moment is answered', async () => {
  await send(['Nothing', 'Known'], ['Nor', 'This']);
  await product.work();
  const [first, second] = await sheets();
  const end = (sheet: typeof first) =>
    database.transaction(async () => {
      await refuseSheet(database, sheet!.id, 'failed', null);
      await settleMail({ database, queue }, sheet!.mail_id);
    });
  const { ended } = await database.transaction(async () => {
    await end(first);
    const other = database.detached(() => end(second));
    await database.detached(() => untilWaiting(database));
    return { ended: other };
  });
  await ended;
  expect(await mails()).toMatchObject([{ state: 'refused', answer_state: 'waiting' }]);
  await product.work();
  expect(product.answers()).toHaveLength(1);
});

test.runIf(database.kind === 'postgres')('a file that is read while its headings are mapped is taken', async () => {
  await send(['No', 'Line']);
  await product.work();
  const [{ id: sheetId } = { id: 0 }] = await sheets();
  const [{ id: mailId } = { id: 0 }] = await mails();
  const columns = [
    { name: 'blNo', place: 0 },
    { name: 'carrierCode', place: 1 },
  ];
  await send(['No', 'Line']);
  const { mapped, worked } = await database.transaction(async () => {
    await lockMail(database, mailId);
    const mapping = database.detached(() =>
      boss.call('mailSheetMap', { body: { sheetId: String(sheetId), kind: 'references', columns } }),
    );
    await database.detached(() => untilWaiting(database));
    const work = database.detached(() => product.work());
    await database.detached(() => Promise.race([work, untilWaiting(database, 2)]));
    return { mapped: mapping, worked: work };
  });
  expect(await mapped).toMatchObject({ status: 1 });
  await worked;
  await product.work();
  expect(await mails()).toMatchObject([{ state: 'done' }, { state: 'done' }]);
});

test('an answer that a worker has in hand, or that waits to be tried again, is left to its task', async () => {
  await send(['Nothing', 'Known']);
  await product.work();
  await database.execute(`update received_mail set answer_state = 'waiting'`);
  const [{ id } = { id: 0 }] = await mails();
  await scheduleAnswer(queue, id);
  clock.advance(HOUR_MS);
  await database.execute(
    `update task set status = 'running', lease_until = now() + interval '1 day' where kind = 'mail_answer'`,
  );
  await product.resume();
  await product.work();
  expect(product.answers()).toHaveLength(0);

  const later = clock.now() + HOUR_MS;
  await database.execute(
    `update task set status = 'waiting', lease_until = null, run_at = $1 where kind = 'mail_answer'`,
    [new Date(later)],
  );
  await product.resume();
  expect((await queue.list({ kind: 'mail_answer' })).map(({ runAt }) => runAt)).toEqual([later]);
  clock.set(later);
  await product.work();
  expect(product.answers()).toHaveLength(1);
});
