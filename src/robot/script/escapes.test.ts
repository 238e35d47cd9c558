import inspector from 'node:inspector';
import { expect, test } from 'vitest';
import { runScript } from '#testing/script-runs.ts';

const breakOut = (before: string, body: string): string => `});\n${before}\n(async function (robot, input) {\n${body}`;

/** Before the script: a text that is no text. In it: the error that the host throws over it, and what its constructor leads to. */
const outerProcess = `
  let captured;
  armed = true;
  try { robot.log('x'); } catch (error) {
    const OuterFunction = error.constructor.constructor;
    if (OuterFunction === Function) return 'own';
    const { apply } = OuterFunction.prototype;
    OuterFunction.prototype.apply = function (self, args) {
      if (self !== undefined && self !== null && typeof self.pid === 'number') captured = self;
      return Reflect.apply(this, self, args);
    };
    await robot.asset('TEXT');
    OuterFunction.prototype.apply = apply;
  }
  if (captured === undefined) return 'nothing';
`;
const poisoned = `const real = JSON.stringify; let armed = false;
JSON.stringify = (value) => { if (armed) { armed = false; return Object.create(null); } return real(value); };`;

test('a script cannot close the function that it is the body of', async () => {
  const { output, error } = await runScript(breakOut('globalThis.early = 1;', 'return globalThis.early;'));
  expect([output, error?.message]).toEqual([undefined, expect.stringContaining('SyntaxError')]);
});

test('no error of the process reaches a script', async () => {
  const { output } = await runScript(breakOut(poisoned, `${outerProcess} return captured.pid;`));
  expect(output).toBeUndefined();
});

test('a script cannot open the inspector of the agent', async () => {
  await runScript(breakOut(poisoned, `${outerProcess} captured._debugProcess(captured.ppid); await robot.sleep(500);`));
  expect(inspector.url()).toBeUndefined();
});

test('a script cannot send the agent what only Node sends', async () => {
  const { output } = await runScript(
    breakOut(poisoned, `${outerProcess} captured._send({ cmd: 'NODE_HANDLE_ACK' }); await robot.sleep(500);`),
  );
  expect(output).toBeUndefined();
  expect((await runScript('return 1')).output).toBe(1);
});
