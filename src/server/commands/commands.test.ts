import { expect, test } from 'vitest';
import { parseCommand } from './command.ts';
import { commands } from './index.ts';

const parsed = (...args: string[]) => parseCommand(commands, args)?.requested;

test('a command is written as words, and some of them also as options of the start', () => {
  const backup = { name: 'backup', operand: 'a file=1.gz', options: [], answers: {} };
  expect(parsed('backup', 'a file=1.gz')).toEqual(backup);
  expect(parsed('--backup=a file=1.gz')).toEqual(backup);
  expect(parsed('--create-admin')).toMatchObject({ name: 'create-admin' });
  expect(parsed('--role=web', '--reset')).toMatchObject({ name: 'reset' });
  expect(parsed('leave-world', '--yes')).toMatchObject({ options: ['yes'] });
  expect(parsed('backup', '--help')).toMatchObject({ name: 'help', operand: 'backup' });
  expect(parsed('--role=web')).toBeUndefined();
  expect(parsed()).toBeUndefined();
});

test.each([
  [['nothing']],
  [['--rolle=web']],
  [['doctor', 'x']],
  [['leave-world', '--no']],
  [['restore']],
  [['--restore']],
])('what no command declares is refused: %j', (args) =>
  expect(() => parsed(...args)).toThrow('"help" lists all commands'),
);
