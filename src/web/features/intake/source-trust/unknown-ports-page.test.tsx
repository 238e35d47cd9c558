import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { UnknownPort } from '#contract/intake/unknown-port.ts';
import { callServer } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { chooseAct, rowOf } from '#testing/screen-acts.ts';
import { text } from '#web/i18n/index.ts';
import { unknownPortsPage } from './pages.ts';

const open: UnknownPort = {
  unknownPortId: '5',
  kind: 'port',
  rawCode: 'ZZRTM',
  sourceCode: 'dcsa:MERI',
  sourceName: '子午远洋',
  carrierCode: 'MERI',
  state: 'open',
  portCode: null,
  portName: null,
  portNameCn: null,
  statusCode: null,
  statusName: null,
  shipments: 1234,
  waiting: 0,
  tenants: 2,
  places: ['MAASVLAKTE', 'EUROPOORT'],
  firstSeenTime: Date.UTC(2026, 2, 1),
  lastSeenTime: null,
  mappedBy: null,
  mappedByName: null,
  mapTime: null,
  recordVersion: 1,
  guesses: [
    { portCode: 'NLRTM', portName: 'Rotterdam', portNameCn: '鹿特丹', countryCode: 'NL', score: 80, reasons: [] },
  ],
  run: null,
};
const mapped: UnknownPort = {
  ...open,
  unknownPortId: '6',
  rawCode: 'ZZSHA',
  state: 'mapped',
  portCode: 'CNSHA',
  portName: 'Shanghai',
  portNameCn: '上海',
  places: [],
  mappedBy: 'mapper',
  mappedByName: '孙图',
  mapTime: Date.UTC(2026, 2, 2),
};
const server = callServer({
  unknownPortQuery: () => ({ records: [open, mapped], totalPage: 1, totalRecord: 2 }),
});
afterEach(cleanup);

test('a code that nobody has decided about is shown with its places and the best guess', async () => {
  await openPage(unknownPortsPage);
  const row = within(await rowOf('ZZRTM'));
  for (const message of ['子午远洋', '待处理', '1,234', 'MAASVLAKTE / EUROPOORT', 'NLRTM 鹿特丹'])
    expect(row.getByText(message)).toBeDefined();
  expect(server.asked('unknownPortQuery')).toEqual([{ currentPage: 1, pageSize: 20 }]);
});

test('a decided code is shown with its port and who decided, and without a guess', async () => {
  await openPage(unknownPortsPage);
  const row = within(await rowOf('ZZSHA'));
  for (const message of ['已映射', 'CNSHA 上海', '孙图']) expect(row.getByText(message)).toBeDefined();
  expect(row.queryByText('NLRTM 鹿特丹')).toBeNull();
});

test('filters of a link are requested', async () => {
  await openPage(unknownPortsPage, '/unknown-ports?keyword=ZZ&state=open,not_port');
  await rowOf('ZZRTM');
  expect(server.asked('unknownPortQuery').at(-1)).toMatchObject({ keyword: 'ZZ', state: ['open', 'not_port'] });
  expect(screen.getByRole('group', { name: text('search.active') }).textContent).toBe(
    '代码或来源: ZZ状态: 待处理, 无对应',
  );
});

test('what nobody has decided is not taken back', async () => {
  await openPage(unknownPortsPage);
  await chooseAct('ZZRTM', text('truth.ports.unmap'));
  expect(await screen.findAllByText('待处理')).toHaveLength(2);
});

test('a row is opened by double click for mapping', async () => {
  server.answer({ unknownPortGet: () => ({ port: open, examples: [] }), tenants: () => [] });
  await openPage(unknownPortsPage);
  await userEvent.dblClick(within(await rowOf('ZZRTM')).getByText('子午远洋'));
  expect(await screen.findByRole('dialog', { name: text('truth.ports.mapTitle', { code: 'ZZRTM' }) })).toBeDefined();
});
