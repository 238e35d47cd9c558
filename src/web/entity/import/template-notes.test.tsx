import { beforeAll, expect, test } from 'vitest';
import { entities } from '#entities/index.ts';
import type { Entity } from '#shared/entity/declare.ts';
import { importedFields } from '#shared/entity/read-cells.ts';
import { loadTexts } from '#web/i18n/index.ts';
import { prepareDom } from '#web/kit/test-dom.tsx';
import { templateCsv, understand } from './import-model.ts';
import { templateNotes } from './template-notes.ts';

beforeAll(async () => {
  await prepareDom();
  await loadTexts(['entity', 'entityImport']);
});

const names = (dict: string) =>
  dict === 'SEVERITY'
    ? new Map([
        ['high', ['高', 'High']],
        ['medium', ['中', 'Medium']],
      ])
    : undefined;

test('every column of every file has its rule, the natural key and what is required are shown', () => {
  const importable = Object.values(entities as Record<string, Entity>).filter(({ importBy }) => importBy !== undefined);
  expect(importable.length).toBeGreaterThan(5);
  for (const entity of importable) {
    const [headings, ...rows] = templateNotes(entity, names);
    expect(headings).toEqual(['列', '必填', '要求', '示例', '说明']);
    expect(rows.map(([column]) => column)).toEqual(importedFields(entity).map(([, field]) => field.label.zh));
    for (const row of rows) expect(row).toHaveLength(5);
  }
  const byColumn = new Map(templateNotes(entities.exceptionType, names).map((row) => [row[0], row]));
  expect(byColumn.get('类型代码')?.slice(1, 3)).toEqual([
    '是',
    '用于识别已有数据；文本，最多 50 个字符；转为大写；不能重复',
  ]);
  expect(byColumn.get('严重程度')?.slice(1, 3)).toEqual(['否', '可选：高，中；默认为 中']);
  expect(byColumn.get('启用')?.[2]).toBe('是 或 否；默认为 是');
});

test('people of one tenant are not requested it, and it holds for rows that do not name another', () => {
  const given = { tenantId: '7' };
  const { orderLine } = entities;
  expect(templateCsv(orderLine, given)).not.toContain('租户');
  expect(templateNotes(orderLine, names, given).map(([column]) => column)).not.toContain('租户');
  const rowsOf = (headings: string[], cells: string[]) => {
    const read = understand(
      orderLine,
      'a.csv',
      { headings, rows: [cells], lines: [2], notes: new Map(), decimalComma: false, merged: false },
      'addAndUpdate',
      names,
      given,
    );
    return typeof read === 'string' ? read : read.rows;
  };
  expect(rowsOf(['订单号', '行号'], ['PO-1', '1'])).toEqual([{ tenantId: '7', orderNo: 'PO-1', lineNo: '1' }]);
  expect(rowsOf(['租户', '订单号', '行号'], ['B', 'PO-1', '1'])).toEqual([
    { tenantName: 'B', orderNo: 'PO-1', lineNo: '1' },
  ]);
});
