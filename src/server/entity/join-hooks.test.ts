import { expect, test } from 'vitest';
import { joinHooks } from './join-hooks.ts';

const nothing = async (): Promise<void> => {};
const nobody = async () => [];

test('modules may have different hooks of one entity, and not the same one', () => {
  const joined = joinHooks({ port: { usersOf: nobody } }, { port: { beforeWrite: nothing }, ship: {} });
  expect(joined).toEqual({ port: { usersOf: nobody, beforeWrite: nothing }, ship: {} });
  expect(() => joinHooks({ port: { usersOf: nobody } }, { port: { usersOf: nobody } })).toThrow('usersOf of port');
});
