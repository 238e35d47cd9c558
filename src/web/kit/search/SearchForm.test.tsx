import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useMemo, useState } from 'react';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { prepareDom, renderInApp } from '../test-dom.tsx';
import { NameSelect } from './NameSelect.tsx';
import { SearchForm } from './SearchForm.tsx';
import { searchFromUrl, searchToUrl, type SearchValues, type FormField } from './search-values.ts';

const fields: FormField[] = [
  { name: 'blNo', kind: 'numbers', label: '提单号' },
  { name: 'handleRemark', kind: 'text', label: '备注' },
  { name: 'createTime', kind: 'days', label: '创建时间' },
];

/** A page whose address is a query text, as the router keeps it. */
function Harness({ start, onUrl }: { start: string; onUrl: (url: string) => void }) {
  const [url, setUrl] = useState(start);
  useEffect(() => onUrl(url), [onUrl, url]);
  const values = useMemo(() => searchFromUrl(fields, Object.fromEntries(new URLSearchParams(url))), [url]);
  const go = (next: SearchValues): void => setUrl(new URLSearchParams(searchToUrl(fields, next)).toString());
  return <SearchForm fields={fields} values={values} onSearch={go} onReset={() => go({})} />;
}

const show = (start = ''): { url: string } => {
  const seen = { url: start };
  renderInApp(<Harness start={start} onUrl={(url) => void (seen.url = url)} />);
  return seen;
};

beforeAll(prepareDom);
afterEach(cleanup);

test('a choice without a value says that it stands for all', () => {
  renderInApp(<NameSelect options={[]} value={[]} onChange={() => undefined} label="状态" />);
  expect(screen.getByText('全部')).toBeTruthy();
});

describe('the form and the URL', () => {
  test('Enter searches with what was typed, trimmed', async () => {
    const seen = show();
    await userEvent.type(screen.getByLabelText('备注'), ' late {Enter}');
    expect(seen.url).toBe('handleRemark=late');
  });

  test('a link fills the form, reset empties both', async () => {
    const seen = show('blNo=MERU1,MERU2&handleRemark=x&createTimeFrom=2026-11-01');
    expect((screen.getByLabelText('提单号') as HTMLInputElement).value).toBe('MERU1 MERU2');
    expect((screen.getByLabelText('备注') as HTMLInputElement).value).toBe('x');
    expect((screen.getByLabelText('创建时间 从') as HTMLInputElement).value).toBe('2026-11-01');
    await userEvent.click(screen.getByRole('button', { name: /重\s*置/ }));
    expect(seen.url).toBe('');
    expect((screen.getByLabelText('提单号') as HTMLInputElement).value).toBe('');
  });

  test('a column pasted from a sheet becomes many numbers with their count', async () => {
    const seen = show();
    const field = screen.getByLabelText('提单号');
    fireEvent.paste(field, { clipboardData: { getData: () => 'meru1\r\nMERU2\nmeru1\n' } });
    expect((field as HTMLInputElement).value).toBe('MERU1 MERU2');
    expect(screen.getByText('2 个')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /查\s*询/ }));
    expect(new URLSearchParams(seen.url).get('blNo')).toBe('MERU1,MERU2');
  });

  test('a day typed without dashes counts when Enter is pressed in it, a wrong one is marked and not used', async () => {
    const seen = show();
    await userEvent.type(screen.getByLabelText('创建时间 从'), '20261101{Enter}');
    expect(new URLSearchParams(seen.url).get('createTimeFrom')).toBe('2026-11-01');
    const to = screen.getByLabelText('创建时间 至');
    await userEvent.type(to, '2026-13-01{Enter}');
    expect(to.getAttribute('aria-invalid')).toBe('true');
    expect(new URLSearchParams(seen.url).get('createTimeTo')).toBeNull();
  });

  test('a number of less than three characters is not searched for, and the form says so until it is changed', async () => {
    const seen = show();
    const field = screen.getByLabelText('提单号');
    await userEvent.type(field, 'ME{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('提单号 请至少输入3个字符');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(seen.url).toBe('');
    await userEvent.type(field, 'R');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.keyboard('{Enter}');
    expect(seen.url).toBe('blNo=MER');
    await userEvent.type(field, ' X1{Enter}');
    expect(seen.url).toBe('blNo=MER');
  });

  test('a tag of an active filter takes it away', async () => {
    const seen = show('blNo=MERU1&handleRemark=x');
    await userEvent.click(screen.getByLabelText('移除条件 备注'));
    expect(seen.url).toBe('blNo=MERU1');
  });
});

describe('a sentence instead of the form', () => {
  const choices: FormField[] = [
    ...fields,
    {
      name: 'severity',
      kind: 'choice',
      label: '严重程度',
      options: [
        { value: 'high', label: '严重', also: 'High' },
        { value: 'low', label: '轻微', also: 'Low' },
      ],
    },
  ];

  test('becomes filters with tags, and what is not understood is named', async () => {
    const requested: SearchValues[] = [];
    function Page() {
      const [values, setValues] = useState<SearchValues>({});
      const search = (next: SearchValues): void => {
        requested.push(next);
        setValues(next);
      };
      return <SearchForm fields={choices} values={values} onSearch={search} onReset={() => search({})} />;
    }
    renderInApp(<Page />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: '用一句话筛选' }));
    await user.type(
      await screen.findByRole('textbox', { name: '用一句话筛选' }),
      '严重的，2026年11月创建，紫色大象{Enter}',
    );
    expect(await screen.findByText('未能识别：“紫色大象”。这部分没有参与筛选。')).toBeTruthy();
    expect(requested).toEqual([{ severity: ['high'], createTimeFrom: '2026-11-01', createTimeTo: '2026-11-30' }]);
    expect(screen.getByText('严重程度: 严重')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '移除条件 严重程度' }));
    expect(requested.at(-1)).toEqual({ createTimeFrom: '2026-11-01', createTimeTo: '2026-11-30' });
  });
});

test('a sentence entered right after its line was opened is read, although the grammar is still on its way', async () => {
  const seen = show();
  await userEvent.click(screen.getByRole('button', { name: '用一句话筛选' }));
  const line = screen.getByRole('textbox', { name: '用一句话筛选' });
  expect(document.activeElement).toBe(line);
  fireEvent.change(line, { target: { value: '备注 late' } });
  fireEvent.keyDown(line, { key: 'Enter', code: 'Enter' });
  await waitFor(() => expect(seen.url).toBe('handleRemark=late'));
  expect(screen.getByRole('textbox', { name: '用一句话筛选' })).toBe(line);
});
