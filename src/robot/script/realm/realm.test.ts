import { expect, test } from 'vitest';
import { formsOf } from './forms.ts';
import { openRobot } from './robot.ts';
import { tagsOf } from './tags.ts';

test('tags are read by structure: quotes may hold anything, scripts and comments are no markup', () => {
  const html = `<!-- <a> --><p title="a > b" lang=en>x</p><script>if (1 < 2) "<b>";</script><br/>`;
  expect(tagsOf(html).map(({ name }) => name)).toEqual(['p', '/p', 'script', '/script', 'br']);
  expect(tagsOf(html)[0]?.attributes).toEqual({ title: 'a > b', lang: 'en' });
  expect(tagsOf('<a href=x').map(({ name }) => name)).toEqual(['a']);
  expect(tagsOf('1 < 2 and <')).toEqual([]);
});

test('a form has the values that a browser would send', () => {
  const html = `<form id="f" action="/go?x=1"><input name="a" value="1 &amp; 2"><input type="submit" name="s" value="go">
    <input type="checkbox" name="c"><input type="checkbox" name="d" checked><textarea name="t">x &lt; y</textarea>
    <select name="o"><option value="1">one<option value="2" selected>two</select><select name="p"><option value="9"></select>
    </form><input name="outside" value="no">`;
  expect(formsOf(html)).toEqual([
    { name: 'f', action: '/go?x=1', method: 'GET', fields: { a: '1 & 2', d: 'on', t: 'x < y', o: '2', p: '9' } },
  ]);
});

test('an answer to a question reaches the script, its error too; the end is told once', async () => {
  const posted: { id?: number; what?: string; done?: boolean; output?: unknown }[] = [];
  const told = JSON.stringify({ about: { jobId: '1' }, input: { a: 1 }, siteUrl: null });
  type Robot = { asset: (type: string) => Promise<string>; job: { jobId: string } };
  const take = openRobot(
    (text) => posted.push(JSON.parse(text) as (typeof posted)[number]),
    told,
    async (robot, input) => {
      const { asset, job } = robot as Robot;
      const value = await asset('A');
      const error = await asset('B').catch((refusal: Error) => refusal.message);
      return { value, error, jobId: job.jobId, input };
    },
  );
  expect(posted).toEqual([{ id: 1, what: 'asset', value: 'A' }]);
  take(JSON.stringify({ id: 1, value: 'x' }));
  await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  take(JSON.stringify({ id: 2, error: 'no value' }));
  await new Promise((resolve) => setImmediate(resolve));
  expect(posted.at(-1)).toEqual({
    done: true,
    output: { value: 'x', error: 'no value', jobId: '1', input: { a: 1 } },
  });
});
