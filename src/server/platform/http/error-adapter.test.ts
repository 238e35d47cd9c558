import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { paths } from '#contract/all-paths.ts';
import { openApiDocument } from '#contract/openapi.ts';
import { asRecord, keysOf } from '#shared/values/objects.ts';
import {
  AppError,
  type ErrorKind,
  forbidden,
  malformed,
  notFound,
  refused,
  tooMany,
  unauthenticated,
} from '../errors/app-error.ts';
import { adaptError } from './error-adapter.ts';
import { InvalidInput } from './invalid-input.ts';

const invalid = (schema: z.ZodType, input: unknown): InvalidInput => {
  const result = schema.safeParse(input);
  if (result.success) throw new Error('this input should be invalid');
  return new InvalidInput(result.error, input, schema);
};
const message = (schema: z.ZodType, input: unknown, lang: 'zh' | 'en' = 'zh'): string =>
  adaptError(invalid(schema, input), lang, 'r').msg;

describe('error adapter', () => {
  test.each([
    [refused('exception.assigneeRequired'), 200, '请选择责任人'],
    [malformed(), 400, '请求格式不正确'],
    [unauthenticated(), 401, '登录已失效，请重新登录'],
    [forbidden(), 403, '没有权限执行此操作'],
    [notFound('exception.notFound'), 200, '异常不存在'],
    [tooMany('error.tooMany', 7), 429, '操作过于频繁，请 7 秒后重试'],
    [new AppError('error.tooLarge', { limitKb: 1024 }, 'too_large'), 413, '请求内容过大，最大 1024 KB'],
    [new AppError('error.unavailable', {}, 'unavailable'), 503, '服务暂时不可用，请稍后重试'],
  ])('%s answers %i', (error, httpStatus, msg) => {
    expect(adaptError(error, 'zh', 'r')).toMatchObject({ httpStatus, msg, unknown: false });
  });

  test('every status is described for a call with a body, but for those of unknown addresses and methods', () => {
    const kinds: Record<ErrorKind, true> = {
      refused: true,
      malformed: true,
      unauthenticated: true,
      forbidden: true,
      not_found: true,
      unknown_call: true,
      wrong_method: true,
      too_many: true,
      too_large: true,
      unavailable: true,
    };
    const known = keysOf(kinds).map(
      (kind) => adaptError(new AppError('error.notFound', {}, kind), 'en', 'r').httpStatus,
    );
    const answered = new Set([...known, adaptError(new Error('x'), 'en', 'r').httpStatus]);
    const { paths: described } = openApiDocument('1.0.0');
    const operation = asRecord(asRecord(asRecord(described)[paths.apiKeyInsert.path])['post']);
    const statuses = Object.keys(asRecord(operation['responses'])).map(Number);
    expect(statuses.toSorted()).toEqual([...answered].filter((status) => status !== 404 && status !== 405).toSorted());
  });

  test('an unknown error shows its reference and nothing else', () => {
    const made = adaptError(new Error('password=secret at /srv/x.ts'), 'en', 'req-1');
    expect(made).toMatchObject({ httpStatus: 500, data: null, unknown: true });
    expect(made.msg).toContain('req-1');
    expect(JSON.stringify(made)).not.toMatch(/secret|\.ts/);
    expect(adaptError('thrown text', 'en', 'req-2').msg).toContain('req-2');
    expect(adaptError(undefined, 'en', 'req-3').httpStatus).toBe(500);
  });

  test('errors of the database never show their own text', () => {
    const unique = Object.assign(new Error('duplicate key value violates unique constraint "app_user_code"'), {
      code: '23505',
      detail: 'Key (x)=(y)',
    });
    expect(adaptError(unique, 'en', 'r')).toMatchObject({ httpStatus: 200, msg: 'This record already exists' });
    const syntax = Object.assign(new Error('syntax error at or near "selec"'), { code: '42601' });
    expect(adaptError(syntax, 'en', 'r').msg).not.toContain('selec');
    expect(adaptError(syntax, 'en', 'r').httpStatus).toBe(500);
    expect(adaptError(Object.assign(new Error('x'), { code: '57014' }), 'en', 'r')).toMatchObject({
      httpStatus: 503,
      msg: 'This took too long and was stopped. Ask for less, or try again later',
    });
  });
});

describe('a database that is away', () => {
  const coded = (code: string) => Object.assign(new Error('secret'), { code });

  test.each([
    coded('57P01'),
    coded('57P02'),
    coded('08006'),
    coded('08P01'),
    coded('EPIPE'),
    coded('ECONNRESET'),
    coded('25P03'),
    coded('EAI_AGAIN'),
    coded('ERR_STREAM_DESTROYED'),
    new Error('the embedded database gave no answer within 30000 ms'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ])('%o is reported to be away, never an internal error', (error) => {
    expect(adaptError(error, 'zh', 'r')).toMatchObject({
      httpStatus: 503,
      msg: '服务暂时不可用，请稍后重试',
      unknown: false,
    });
  });

  test.each(['53100', 'ENOSPC'])('a full disk (%s) is named', (code) => {
    expect(adaptError(coded(code), 'en', 'r')).toMatchObject({
      httpStatus: 503,
      msg: expect.stringContaining('disk of the server is full'),
    });
  });

  test.each(['22003', '22008', '22021'])('a value that no column holds (%s) is an error of the caller', (code) => {
    expect(adaptError(coded(code), 'en', 'r').httpStatus).toBe(400);
  });
});

describe('input that does not fit', () => {
  const schema = z.strictObject({
    name: z.string().min(1).max(5),
    age: z.number().int().min(0).max(150),
    kind: z.enum(['a', 'b']),
    ids: z.array(z.number()).max(2).optional(),
  });
  const good = { name: 'x', age: 1, kind: 'a' };

  test.each([
    [{ ...good, name: undefined }, 'name 不能为空', 'name is required'],
    [{ ...good, name: '' }, 'name 不能为空', 'name is required'],
    [{ ...good, name: 'abcdef' }, 'name 不能超过 5 个字符', 'name may have at most 5 characters'],
    [{ ...good, name: 7 }, 'name 类型不正确，应为文本', 'name has the wrong type, expected text'],
    [{ ...good, age: 151 }, 'age 不能大于 150', 'age must not be more than 150'],
    [{ ...good, age: 1.5 }, 'age 类型不正确，应为整数', 'age has the wrong type, expected a whole number'],
    [{ ...good, kind: 'c' }, 'kind 取值不正确，可用值：a, b', 'kind must be one of: a, b'],
    [{ ...good, ids: [1, 'x'] }, 'ids[1] 类型不正确，应为数字', 'ids[1] has the wrong type, expected a number'],
    [{ ...good, ids: [1, 2, 3] }, 'ids 最多 2 项', 'ids may have at most 2 items'],
    [{ ...good, nmae: 1 }, '不支持的参数：nmae（是否应为 name？）', 'Unknown field: nmae (did you mean name?)'],
    ['text', '请求内容 类型不正确，应为对象', 'the request body has the wrong type, expected an object'],
  ])('%j is named in both languages', (input, zh, en) => {
    expect(message(schema, input)).toBe(zh);
    expect(message(schema, input, 'en')).toBe(en);
  });

  test('every wrong field is in data.fields', () => {
    const made = adaptError(invalid(schema, { name: 7, age: 'x', kind: 'a' }), 'en', 'r');
    expect(made).toMatchObject({ httpStatus: 200, unknown: false });
    expect((made.data as { fields: { field: string }[] }).fields.map(({ field }) => field)).toEqual(['name', 'age']);
  });

  test('a union names the field, not its branches', () => {
    const union = z.object({ id: z.union([z.string().regex(/^\d+$/), z.number()]) });
    expect(message(union, { id: 'abc' }, 'en')).toBe('id has the wrong format');
    expect(message(union, {}, 'en')).toBe('id is required');
  });
});
