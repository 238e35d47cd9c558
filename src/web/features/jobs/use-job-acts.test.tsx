import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useJobActs } from './use-job-acts.ts';

const realFetch = globalThis.fetch;
const sent: { preview?: number }[] = [];

beforeAll(async () => {
  globalThis.fetch = (_input, init) => {
    const body = JSON.parse(String(init?.body)) as { preview?: number };
    sent.push(body);
    const done = { jobId: '7', processName: 'P', done: true, jobStatus: 'Faulted', text: '已重新排队', newJobId: '8' };
    const data = { chosen: 1, possible: 1, cut: false, results: body.preview === 1 ? [] : [done] };
    return Promise.resolve(Response.json({ status: 1, msg: '', data }));
  };
  await prepareDom();
  await loadTexts(['jobs']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

function Retry() {
  const { act } = useJobActs();
  return (
    <button type="button" onClick={() => void act('retry', { jobIds: ['7'] })}>
      again
    </button>
  );
}

test('a double click asks once and repeats the job once', async () => {
  renderInApp(
    <>
      <Retry />
      <ConfirmHost />
    </>,
  );
  const button = screen.getByRole('button', { name: 'again' });
  fireEvent.click(button);
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole('button', { name: /^重\s*试$/ }));
  await waitFor(() => expect(sent.filter(({ preview }) => preview === undefined)).toHaveLength(1));
  expect(sent).toHaveLength(2);
  expect(screen.queryByRole('dialog')).toBeNull();
});
