import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import type { CallData, CallInput } from '#contract/index.ts';
import type { PageMapping } from '#contract/intake/page-mapping.ts';
import { callServer, Success } from '#testing/call-server.ts';
import { openPage } from '#testing/open-page.tsx';
import { press, rowOf } from '#testing/screen-acts.ts';
import { robotAnswersPage } from '../page.ts';

const mapping: PageMapping = {
  source: 'table',
  rows: '',
  columns: [
    { column: 'Event', role: 'move' },
    { column: 'Date', role: 'time' },
    { column: 'Location', role: 'place' },
  ],
  dayFirst: null,
  clock: 'place',
  box: 'asked',
  marks: [],
  unknownText: null,
};
const rows: CallData<'rpaReaderLook'>['rows'] = [
  {
    source: 'table',
    rows: '',
    columns: ['Event', 'Date', 'Location', 'Ship'].map((column) => ({ column, title: column })),
    cells: [['Loaded on vessel', '03/04/2026 10:00', 'Shanghai', 'AMBER TIDE']],
    count: 1,
    suggested: mapping,
  },
];
const preview: CallData<'rpaReaderPreview'> = {
  previews: [
    {
      state: 'partly',
      read: 1,
      empty: 0,
      unread: [{ row: 2, text: '时间不正确' }],
      problems: [],
      words: ['Weighed by mistake'],
      moves: [
        {
          containerNo: 'CSQU3054383',
          move: '装船',
          isKnown: true,
          classifier: 'ACT',
          time: '2026-04-03 10:00 CST +8',
          portCode: 'CNSHA',
          place: 'Shanghai',
          vesselName: null,
          voyage: null,
        },
      ],
    },
  ],
  formats: [{ format: 'local', count: 1, example: '03/04/2026 10:00' }],
  twofold: '03/04/2026 10:00',
  marks: [],
};
const answerRow: CallData<'rpaAnswerQuery'>['records'][number] = {
  answerId: '77',
  state: 'refused',
  carrierCode: 'MERI',
  carrierName: '海潮航运',
  subject: 'container',
  subjectNo: 'CSQU3054383',
  collectTime: Date.UTC(2026, 3, 4),
  receiveTime: Date.UTC(2026, 3, 4),
  robotId: 'r',
  jobId: '1',
  contentType: 'html',
  sizeBytes: 900,
  parserId: null,
  parserVersion: null,
  events: 0,
  refusedEvents: 0,
  reasons: [],
};
const own: CallData<'rpaParsers'>['parsers'][number] = {
  parserId: 'own-meri-1',
  carrierCode: 'MERI',
  carrierName: '海潮航运',
  kind: 'columns',
  releasedVersion: 1,
  versions: [
    { version: 2, state: 'candidate', about: '动态表', answers: 0, refusedAnswers: 0 },
    { version: 1, state: 'released', about: '动态表', answers: 0, refusedAnswers: 0 },
  ],
  releaseTime: null,
  releasedBy: null,
  answers: 0,
  lastTime: null,
  trial: null,
  apply: null,
};
const requested: { preview?: CallInput<'rpaReaderPreview'>; saved?: CallInput<'rpaReaderSave'> } = {};
callServer({
  allOperators: () => [{ operatorCode: 'MERI', mode: 'sea', operatorName: 'Meridian', operatorNameCn: '海潮航运' }],
  allStatuses: () => [],
  rpaSites: () => ({ sites: [], platform: true }),
  rpaParsers: () => ({ parsers: [own], carriers: [], platform: true }),
  rpaRuns: () => [],
  rpaAnswerQuery: () => ({ records: [answerRow], totalPage: 1, totalRecord: 1 }),
  rpaReaderLook: () => ({ rows }),
  rpaReaderPreview: (input: CallInput<'rpaReaderPreview'>) => {
    requested.preview = input;
    return preview;
  },
  rpaReaderSave: (input: CallInput<'rpaReaderSave'>) => {
    requested.saved = input;
    return new Success({ parserId: 'own-meri-1', version: 3 }, '已保存版本 3');
  },
  rpaReaderGet: () => ({
    parserId: 'own-meri-1',
    version: 2,
    newestVersion: 2,
    carrierCode: 'MERI',
    name: '动态表',
    mapping: { ...mapping, unknownText: '没有' },
    createTime: 0,
    creatorName: '王芳',
  }),
  rpaReaderRemove: () => new Success(null, '已删除'),
});
afterEach(cleanup);

const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog', { name: /按列读取/ });
/** Chooses in a select of the dialog by keys. */
async function choose(inside: HTMLElement, label: string, option: string): Promise<void> {
  const box = within(inside).getByRole('combobox', { name: label });
  await userEvent.click(box);
  const list = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].filter(
      (one) => one.textContent === option && one.closest('.ant-select-dropdown-hidden') === null,
    );
    if (found[0] === undefined) throw new Error(`no ${option}`);
    return found[0];
  });
  await userEvent.click(list);
}

describe('a reader by columns', () => {
  test('is guessed on the newest page of a carrier, corrected, previewed and kept as a candidate', async () => {
    await openPage(robotAnswersPage);
    await press('按列读取');
    const editor = await dialog();
    expect(within(editor).queryByText('Loaded on vessel')).toBeNull();
    await choose(editor, '承运人', '海潮航运 (MERI)');
    expect(await within(editor).findByText('Loaded on vessel')).toBeDefined();
    expect(await within(editor).findByText('Weighed by mistake', { exact: false })).toBeDefined();
    expect(within(editor).getByText('第 2 行: 时间不正确')).toBeDefined();
    expect(within(editor).getByText(/无法判断先日后月还是先月后日/)).toBeDefined();
    await choose(editor, '数字日期的顺序', '先日后月');
    await choose(editor, '列“Ship”是', '船名');
    await waitFor(() =>
      expect(requested.preview?.mapping).toEqual({
        ...mapping,
        dayFirst: 'day',
        columns: [...mapping.columns, { column: 'Ship', role: 'vessel' }],
      }),
    );
    expect(requested.preview?.samples).toEqual([{ answerId: '77' }]);
    await press('保存为候选版本', editor);
    await waitFor(() =>
      expect(requested.saved).toMatchObject({
        carrierCode: 'MERI',
        name: '动态表',
        newestVersion: 0,
        mapping: { dayFirst: 'day' },
      }),
    );
    expect(await screen.findByText('已保存版本 3')).toBeDefined();
  });

  test('says what is missing and is not saved before', async () => {
    await openPage(robotAnswersPage);
    await press('按列读取');
    const editor = await dialog();
    await choose(editor, '承运人', '海潮航运 (MERI)');
    await within(editor).findByText('Loaded on vessel');
    await choose(editor, '列“Date”是', '不读取');
    expect(await within(editor).findByText('请指定哪一列是时间')).toBeDefined();
    const save = within(editor).getByRole('button', { name: /保存为候选版本/ });
    expect(save.hasAttribute('disabled')).toBe(true);
  });

  test('is changed into its next version, and a candidate can be removed', async () => {
    await openPage(robotAnswersPage);
    const row = await rowOf('own-meri-1');
    await press('修改', row);
    const editor = await dialog();
    await within(editor).findByText('Loaded on vessel');
    expect(within(editor).getByRole<HTMLInputElement>('textbox', { name: '查不到货物时页面的文字' }).value).toBe(
      '没有',
    );
    await choose(editor, '没有时差的时间是', 'UTC 时间');
    await press('保存为候选版本', editor);
    await waitFor(() =>
      expect(requested.saved).toMatchObject({ parserId: 'own-meri-1', newestVersion: 2, mapping: { clock: 'utc' } }),
    );
    await press('删除 v2', row);
    await press('删除 v2', await screen.findByRole('dialog', { name: /删除 own-meri-1 v2/ }));
    expect(await screen.findByText('已删除')).toBeDefined();
  });
});
