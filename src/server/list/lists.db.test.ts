import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallName } from '#contract/paths.ts';
import { lists } from '#lists/index.ts';
import { boundKeys, type List, sortableOf } from '#shared/list/declare.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';

// Every declared list: whatever its form, its columns and its export offer is understood by its source.

const database = await testDatabase();
const tenant = await buildTenant(database, { code: 'LISTS' });
// Bound to one tenant: what reads rows past the scope is refused.
await buildUser(database, { tenantId: tenant.id, userCode: 'reader', userType: 'admin' });
const { signedIn } = await testApp(database, { modules: await testProductModules(database) });
const reader = await signedIn('reader');

/** A value for each filter of a list, by the name it travels under. */
function filterValues(list: List): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, filter] of Object.entries(list.filters)) {
    const bounds = boundKeys(name, filter);
    if (bounds !== undefined)
      for (const key of bounds)
        values[key] =
          filter.kind === 'amount'
            ? 2.5
            : filter.kind === 'range' && filter.asText === true
              ? '2026-03-01'
              : 1_760_000_000_000;
    else if (filter.kind === 'recent') values[name] = filter.max;
    else if (filter.kind === 'choice' || filter.kind === 'many') {
      const column = list.columns[name];
      values[name] = column?.kind === 'code' ? Object.keys(column.values) : ['ABC%_'];
    } else values[name] = filter.kind === 'flag' || filter.kind === 'id' ? 1 : 'ABC%_\\';
  }
  return values;
}

describe.each(Object.entries<List>(lists))('the list %s', (_name, list) => {
  const ask = async (body: Record<string, unknown>) =>
    await reader.call(list.call as 'outboxQuery', { body: { pageSize: 5, ...body } });

  test('answers a page with its exact total', async () => {
    const answer = await ask({});
    expect(answer).toMatchObject({ status: 1, data: { totalRecord: expect.any(Number) } });
  });

  test.each(Object.entries(filterValues(list)))('is filtered by %s', async (name, value) => {
    expect(await ask({ [name]: value })).toMatchObject({ status: 1 });
  });

  test.each(Object.keys(list.tabs?.values ?? {}))('has the tab %s', async (tab) => {
    const answer = await ask({ [list.tabs?.name ?? '']: tab });
    expect(answer).toMatchObject({ status: 1, data: { tabs: { [tab]: expect.any(Number) } } });
  });

  test.each([...sortableOf(list)])('is sorted by %s', async (columnName) => {
    for (const sortType of ['asc', 'desc'] as const)
      expect(await ask({ sortRules: [{ columnName, sortType }] })).toMatchObject({ status: 1 });
  });

  test('is sorted by nothing else', async () => {
    const answer = await ask({ sortRules: [{ columnName: 'constructor', sortType: 'asc' }] });
    // Calls that are older than their declaration and cannot be sorted at all may ignore an order; others refuse it.
    if (answer.status === 1 && sortableOf(list).size === 0) expect(answer.data).toEqual((await ask({})).data);
    else expect(answer.status).toBe(0);
  });

  test('its order names columns it has', () => {
    for (const [column] of list.order) expect(Object.keys(list.columns)).toContain(column);
  });

  test('is exported with the columns of the screen', async () => {
    if (list.exported !== true) return;
    const columns = Object.entries(list.columns).flatMap(([name, column]) =>
      column.hidden === true || (column.kind === 'drawn' && column.exported !== true) ? [] : [name],
    );
    const ordered = await reader.call('exportOrder', {
      body: { list: list.name, kind: 'csv', query: filterValues(list), columns, clientKey: `lists-${list.name}` },
    });
    expect(ordered).toMatchObject({ status: 1, data: { list: list.name } });
    // Only a few exports of one person may wait at once.
    await database.execute(`delete from run where kind = 'export'`);
  });

  test('its call is admitted by menu codes or for administrators', () => {
    expect(paths[list.call as CallName].access).not.toBe('public');
  });
});
