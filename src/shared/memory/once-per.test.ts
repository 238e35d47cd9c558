import { expect, test } from 'vitest';
import { once, oncePer, versioned } from './once-per.ts';

test('once makes its value when it is first asked for, also where that is undefined', () => {
  const made: number[] = [];
  const value = once(() => void made.push(1));
  expect(made).toEqual([]);
  value();
  value();
  expect(made).toEqual([1]);
});

test('oncePer finds once per object, and again where nothing was found', () => {
  const asked: string[] = [];
  const find = oncePer(({ name }: { name: string }) => {
    asked.push(name);
    return name === '' ? undefined : [name];
  });
  const [one, none] = [{ name: 'one' }, { name: '' }];
  expect(find(one)).toBe(find(one));
  find(none);
  find(none);
  find({ name: 'one' });
  expect(asked).toEqual(['one', '', '', 'one']);
});

test('a version is read once for each object, and again after another version', async () => {
  const memory = versioned<object, { version: number; rows: string[] }>();
  const [one, other] = [{}, {}];
  let reads = 0;
  const at = (of: object, version: number) =>
    memory.at(of, version, () => {
      reads += 1;
      return Promise.resolve({ version, rows: [String(version)] });
    });
  expect(await at(one, 1)).toBe(await at(one, 1));
  expect(reads).toBe(1);
  await at(other, 1);
  expect(await at(one, 2)).toEqual({ version: 2, rows: ['2'] });
  await at(one, 1);
  expect(reads).toBe(4);
  expect(memory.last(one)?.version).toBe(1);
  expect(memory.last({})).toBeUndefined();
});
