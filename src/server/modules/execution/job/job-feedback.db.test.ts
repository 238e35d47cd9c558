import { expect, test } from 'vitest';
import { silentLog } from '#testing/database-templates.ts';
import { answering, startHttpReceiver } from '#testing/http-receiver.ts';
import { buildProcess } from '#testing/jobs.ts';
import { startNotifications } from '#testing/notifications.ts';
import { buildTenant } from '#testing/people.ts';
import { testDatabase } from '#testing/test-database.ts';
import { createJob, theProduct } from './index.ts';
import { lockJob, moveJob } from './move-job.ts';

// S-FB-11: who is notified of the states of a job.

const database = await testDatabase();
const receiver = await startHttpReceiver();
const { clock, worker, newWorker, notify, buildFeedback } = startNotifications(database, {
  allowedUrls: [receiver.url],
});
const tenant = await buildTenant(database);
const deps = { database, clock, log: silentLog, notify };

test('S-FB-11: a job tells each feedback of its process once per chosen status that matches, retried and recorded', async () => {
  const feedback = (name: string, more: object) =>
    buildFeedback({ tenantId: tenant.id, address: `${receiver.url}/${name}`, statuses: 'Running,Faulted', ...more });
  const matching = await feedback('matching', { match: '$.code == 7' });
  const other = await feedback('other', { match: '$.code == 8' });
  const unnamed = await feedback('unnamed', {});
  const process = await buildProcess(database, {
    tenantId: tenant.id,
    values: { feedback_id: `${matching},${other}` },
  });
  // The first attempt is refused, the second one arrives.
  let calls = 0;
  receiver.behave((...call) => answering((calls += 1) === 1 ? 503 : 200)(...call));

  const job = await createJob(deps, { processId: process.id, source: 'Manual', actor: theProduct, input: {} });
  const move = (to: 'Running' | 'Faulted', set: object = {}) =>
    database.transaction(async () => moveJob(deps, await lockJob(deps, job.id), to, { actor: theProduct, set }));
  await move('Running');
  const faulted = await move('Faulted', { output: JSON.stringify({ code: 7 }), error_text: 'no answer' });
  // The same state stated once more, as after a crash between writing and reporting.
  await notify([
    {
      tenantId: tenant.id,
      kind: 'job',
      key: `job:${job.id}`,
      status: 'Faulted',
      at: clock.now(),
      feedbackIds: [matching],
      describe: () => ({ process: faulted.process_name, jobId: String(job.id), error: 'no answer' }),
      linkPath: '/job',
      output: { code: 7 },
      error: 'no answer',
      facts: {},
    },
  ]);
  await Promise.all([worker.processAll(), newWorker().processAll()]);
  await worker.processAll({ until: clock.now() + 3_600_000 });

  const sent = await database.system
    .selectFrom('notification')
    .select(['feedback_id', 'state'])
    .where('feedback_id', 'in', [matching, other, unnamed])
    .execute();
  expect(sent).toEqual([{ feedback_id: matching, state: 'sent' }]);
  expect(receiver.requests.map(({ path }) => path)).toEqual(['/matching', '/matching']);
  const attempts = await database.system
    .selectFrom('notification_attempt as a')
    .innerJoin('notification as n', 'n.id', 'a.notification_id')
    .select('a.number')
    .where('n.feedback_id', '=', matching)
    .orderBy('a.number')
    .execute();
  expect(attempts.map(({ number }) => number)).toEqual([1, 2]);
});
