import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { CallError } from './client.ts';
import { useLine } from './line.ts';
import { startRecovery } from './recover.ts';

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const stop = startRecovery(client);
afterEach(() => client.clear());

/** A page that asks, and is shown these things one after the other; how often it asked. */
async function page(
  name: string,
  ...answers: (CallError | string)[]
): Promise<{ shown: () => unknown; requested: () => number }> {
  let requested = 0;
  const observer = new QueryObserver(client, {
    queryKey: [name],
    queryFn: async () => {
      const answer = answers[Math.min(requested++, answers.length - 1)] as CallError | string;
      if (answer instanceof CallError) throw answer;
      return answer;
    },
  });
  observer.subscribe(() => undefined);
  await client
    .getQueryCache()
    .find({ queryKey: [name] })
    ?.promise?.catch(() => undefined);
  return { shown: () => observer.getCurrentResult().data, requested: () => requested };
}
const failure = (httpStatus: number) => new CallError({ status: 0, msg: 'away', httpStatus });
const settled = () =>
  new Promise((resolve) => client.getQueryCache().subscribe(() => client.isFetching() === 0 && resolve(0)));

test('what nobody answered is asked again once the server is back; what was refused or is there is not', async () => {
  const away = await page('away', failure(0), 'rows');
  const proxied = await page('proxied', failure(502), 'more rows');
  const refused = await page('refused', failure(403), 'never');
  const there = await page('there', 'first', 'second');
  useLine.setState({ up: false });
  expect([away, proxied, refused, there].map(({ requested }) => requested())).toEqual([1, 1, 1, 1]);
  const done = settled();
  useLine.setState({ up: true });
  await done;
  expect([away.shown(), proxied.shown(), refused.shown(), there.shown()]).toEqual([
    'rows',
    'more rows',
    undefined,
    'first',
  ]);
  expect([away, proxied, refused, there].map(({ requested }) => requested())).toEqual([2, 2, 1, 1]);
  // That it is still there is no news.
  useLine.setState({ up: true });
  expect(away.requested()).toBe(2);
  stop();
});
