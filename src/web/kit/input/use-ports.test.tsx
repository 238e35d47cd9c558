import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { usePorts } from './use-ports.ts';

beforeAll(prepareDom);
afterEach(cleanup);

const rotterdam = { portCode: 'NLRTM', portName: 'Rotterdam', portNameCn: '鹿特丹' };
let drawn = 0;

/** Names one port, and a second one that is requested later. */
function Names() {
  const [codes, setCodes] = useState(['NLRTM']);
  const ports = usePorts(codes);
  useEffect(() => {
    drawn += 1;
  });
  return (
    <button type="button" onClick={() => setCodes(['NLRTM', 'DEHAM'])}>
      {codes.map((code) => ports.get(code)?.portName ?? code).join(' ')}
    </button>
  );
}

test('while more ports are requested, those that are known stay, and nothing is drawn again and again', async () => {
  const answers: (() => void)[] = [];
  globalThis.fetch = async () => {
    const second = answers.push(() => undefined) > 1;
    if (second) await new Promise<void>((resolve) => (answers[1] = resolve));
    return new Response(JSON.stringify({ status: 1, msg: '', data: { records: [rotterdam], totalPage: 1 } }), {
      headers: { 'content-type': 'application/json' },
    });
  };
  renderInApp(<Names />);
  await screen.findByText('Rotterdam');
  drawn = 0;
  await act(async () => screen.getByRole('button').click());
  // What is drawn because of what was drawn comes in turns of the event loop.
  for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise((resolve) => setImmediate(resolve)));
  expect(screen.getByRole('button').textContent).toBe('Rotterdam DEHAM');
  expect(drawn).toBeLessThan(10);
  await act(async () => answers[1]?.());
});
