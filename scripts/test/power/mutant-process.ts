// Runs the tests of a file with one mutant after the other; `mutate.ts` starts it, and ends it when it no longer reports.
import { openTests } from './changed-tests.ts';
import type { Order, Report } from './mutate.ts';

const report = (what: Report): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(what, undefined, {}, () => resolve());
  });

process.once('message', async (order: Order) => {
  const { file, tries } = order;
  const tests = await openTests(file.project, file.tests, 1);
  const { passed, failed, errors } = await tests.run();
  await report({ ready: passed > 0 && failed.length + errors.length === 0 });
  for (const { mutant, text } of tries) {
    const seen = await tests.run({ path: file.path, text });
    await report({ mutant, killed: seen.failed.length + seen.errors.length > 0 });
  }
  process.exit(0);
});
process.on('disconnect', () => process.exit(1));
