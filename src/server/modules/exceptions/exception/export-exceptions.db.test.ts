import { beforeEach, describe, expect, test } from 'vitest';
import { parseCsv } from '#shared/text/csv.ts';
import type { ExceptionSample } from '#testing/exception-rows.ts';
import { testDatabase } from '#testing/test-database.ts';
import { handlingOfExceptions } from '#testing/handling-of-exceptions.ts';

const database = await testDatabase();
const { client, nextSamples } = await handlingOfExceptions(database);

let samples: ExceptionSample[] = [];
beforeEach(async () => {
  // The filter is by bill: some of them must have one.
  do ({ samples } = await nextSamples());
  while (samples.every(({ bill_no }) => bill_no === null));
});

describe('the export', () => {
  const lines = async (body: Record<string, unknown>, lang = 'zh'): Promise<string[][]> => {
    const answer = await client.call('exportExceptions', { body, headers: { 'x-lang': lang } });
    expect(answer.http).toBe(200);
    expect(String(answer.headers['content-type'])).toContain('text/csv');
    expect(answer.text.startsWith('\uFEFF')).toBe(true);
    return parseCsv(answer.text.slice(1));
  };
  const filter = () => ({ blNo: samples.map(({ bill_no }) => bill_no ?? '').join(' '), ctnNo: undefined });

  test('holds what the filter leaves, under the names of the screen, in both languages', async () => {
    const expected = samples.filter(({ bill_no }) => bill_no !== null);
    const zh = await lines(filter());
    expect(zh[0]?.join(' ').replaceAll('（Asia/Shanghai）', '')).toBe(
      '提单号 异常类型 严重程度 可能损失（美元） 异常明细 处理状态 责任人 创建时间 箱号 船公司 租户 船名 航次 处理备注 处理时间 提单订阅 订阅时间 是否结束 处理类型',
    );
    expect(zh).toHaveLength(expected.length + 1);
    const en = await lines({ ...filter(), columns: ['testPurpose', 'handleStatus', 'carrierCode'] }, 'en');
    expect(en[0]).toEqual(['Exception type', 'Handle status', 'Carrier']);
    expect(en[1]?.join()).not.toMatch(/[\u4e00-\u9fff]/);
    const [titles, first] = await lines({ ...filter(), columns: ['isBillNo', 'subscribeTime', 'createTime'] });
    expect(titles).toEqual(['提单订阅', '订阅时间（Asia/Shanghai）', '创建时间（Asia/Shanghai）']);
    expect(['提单', '箱号']).toContain(first?.[0]);
    expect(en[1]?.[0]).not.toMatch(/_/);
  });

  test('keeps the chosen columns in their order and refuses others', async () => {
    const rows = await lines({ ...filter(), columns: ['blNo', 'tenantCode', 'severity'] });
    expect(rows[0]).toEqual(['提单号', '租户', '严重程度']);
    expect(rows[1]?.[1]).toBe('海帆供应链');
    expect(['严重', '一般', '轻微']).toContain(rows[1]?.[2]);
    const wrong = await client.call('exportExceptions', { body: { columns: ['password_hash'] } });
    expect(wrong.status).not.toBe(1);
    expect(wrong.msg).toMatch(/[\u4e00-\u9fff]/);
  });

  test('gives a spreadsheet no formula, and keeps commas, quotes and lines', async () => {
    const [sample] = samples as [ExceptionSample];
    for (const remark of ['=HYPERLINK("http://x")', '+1', '-1', '@x', 'a,"b"\nc', '\t=1']) {
      await database.execute('update shipment_exception set handle_remark = $2 where id = $1', [sample.id, remark]);
      const rows = await lines({ obmAutotestResultId: String(sample.id), columns: ['handleRemark'] });
      expect(rows).toHaveLength(2);
      expect(rows[1]?.[0]).toBe(/^[=+\-@\t]/.test(remark) ? `'${remark}` : remark);
    }
  });

  test('holds nothing of others', async () => {
    const rows = await lines({ columns: ['tenantCode'] });
    expect(new Set(rows.slice(1).map(([name]) => name))).toEqual(new Set(['海帆供应链']));
  });
});
