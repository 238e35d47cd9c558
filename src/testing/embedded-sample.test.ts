import { expect, test } from 'vitest';
import { chooseForEmbedded, embeddedSample } from './embedded-sample.ts';

const file = (path: string, text = '') => ({ path: `src/server/${path}.db.test.ts`, text });

test('the sample has the tests of the databases, generated ones, and one file of each module', () => {
  const chosen = chooseForEmbedded([
    file('platform/db/lease'),
    file('platform/db/migrate'),
    file('platform/queue/claims', 'short'),
    file('platform/queue/queue'),
    file('modules/commerce/order/order-feed', 'longer than the others'),
    file('modules/commerce/order/order', 'short'),
    file('modules/commerce/freight/bulk/change-many', 'the longest of them'),
    file('modules/commerce/freight/prices', 'short'),
    file('entity/choices', 'const cases = casesHere(all, traits);'),
    file('entity/in-use', 'for (const entity of entitiesHere) x();'),
    file('entity/rights'),
  ]);
  expect(chosen).toEqual(
    [
      'platform/db/lease',
      'platform/db/migrate',
      'platform/queue/queue',
      'modules/commerce/order/order',
      'modules/commerce/freight/bulk/change-many',
      'entity/choices',
      'entity/in-use',
    ].map((path) => file(path).path),
  );
});

test('the sample of this project leaves out days of the world and most files of large modules', () => {
  const sample = embeddedSample();
  expect(sample).toContain('src/server/platform/db/embedded-backup.db.test.ts');
  expect(sample).toContain('src/server/hostile-values.db.test.ts');
  // Who may do what, and what is refused at the door, is no question of the database.
  for (const name of ['every-caller', 'access', 'unknown-fields'])
    expect(sample).not.toContain(`src/server/${name}.db.test.ts`);
  expect(sample).not.toContain('src/server/modules/intake/collection/truth.db.test.ts');
  expect(sample.filter((path) => path.startsWith('src/server/modules/execution/job/'))).toHaveLength(1);
});
