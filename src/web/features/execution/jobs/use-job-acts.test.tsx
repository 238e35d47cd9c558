import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { loadTexts } from '#web/i18n/index.ts';
import { ConfirmHost } from '#web/kit/confirm/ConfirmHost.tsx';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useJobActs } from './use-job-acts.ts';

const realFetch = globalThis.fetch;
const sent: { preview?: number }[] = [];
let large = false;

beforeAll(async () => {
  globalThis.fetch = (_input, init) => {
    const body = JSON.parse(String(init?.body)) as { preview?: number };
    sent.push(body);
    const done = { jobId: '7', processName: 'P', done: true, jobStatus: 'Faulted', text: '已重新排队', newJobId: '8' };
    const results = body.preview === 1 || large ? [] : [done];
    const runId = large && body.preview !== 1 ? '9' : null;
    const data = { chosen: 1, possible: 1, cut: false, runId, results };
    return Promise.resolve(Response.json({ status: 1, msg: '', data }));
  };
  await prepareDom();
  await loadTexts(['jobs']);
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(() => {
  cleanup();
  sent.length = 0;
  large = false;
});

function Retry() {
  const { act, runId, results } = useJobActs();
  return (
    <>
      <button type="button" onClick={() => void act('retry', { jobIds: ['7'] })}>
        again
      </button>
      <output>{`run ${runId}, results ${results?.length}`}</output>
    </>
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

test('many jobs go on as a run, which is shown in place of the results', async () => {
  large = true;
  renderInApp(
    <>
      <Retry />
      <ConfirmHost />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'again' }));
  fireEvent.click(await screen.findByRole('button', { name: /^重\s*试$/ }));
  expect(await screen.findByText('run 9, results undefined')).toBeTruthy();
});
