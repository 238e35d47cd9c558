import { cleanup, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { processFunction } from '#entities/process-function.ts';
import { prepareDom, renderInApp } from '#web/kit/test-dom.tsx';
import { useEntityNames } from './use-entity-names.ts';

const realFetch = globalThis.fetch;
const functions = [
  { wlFunctionInterfaceId: '1', functionCode: 'NEW', functionName: '新导出', functionStatus: 'AVAILABLE' },
  { wlFunctionInterfaceId: '2', functionCode: 'OFF', functionName: '停用的', functionStatus: 'DISABLED' },
  { wlFunctionInterfaceId: '3', functionCode: 'OLD', functionName: '旧导出', functionStatus: 'DISCARD' },
];

beforeAll(async () => {
  globalThis.fetch = (input) =>
    Promise.resolve(
      Response.json({ status: 1, msg: '', data: String(input).includes('/function/getAll') ? functions : [] }),
    );
  await prepareDom();
});
afterAll(() => {
  globalThis.fetch = realFetch;
});
afterEach(cleanup);

const field = processFunction.fields.functionId;

function Offered({ chosen }: { chosen: string | null }) {
  const names = useEntityNames(processFunction);
  return (
    <>
      <p>{names.offeredIn(field, chosen, {}).map(({ label }) => `${label};`)}</p>
      <b>{names.nameOf(field, '3')}</b>
    </>
  );
}

test('what is retired is not offered, has its name still, and stays where it was chosen', async () => {
  renderInApp(<Offered chosen={null} />);
  expect((await screen.findByText(/新导出/)).textContent).toBe('新导出;停用的;');
  expect(screen.getByText('旧导出')).toBeTruthy();
  cleanup();
  renderInApp(<Offered chosen="3" />);
  expect((await screen.findByText(/新导出/)).textContent).toBe('新导出;停用的;旧导出;');
});
