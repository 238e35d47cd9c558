import { describe, expect, test } from 'vitest';
import { paths } from '#contract/all-paths.ts';
import type { CallShape } from '#contract/call.ts';
import { calls } from '#contract/index.ts';
import { neededOf } from '#contract/needed.ts';
import type { CallPath } from '#contract/call-path.ts';
import type { CallName } from '#contract/paths.ts';
import { inputOf } from '#testing/call-inputs.ts';
import { buildTenant, buildUser } from '#testing/people.ts';
import { testProductModules } from '#testing/product-modules.ts';
import { asRecord } from '#shared/values/objects.ts';
import { type CallOptions, type TestAnswer, TestClient, testApp } from '#testing/test-app.ts';
import { testDatabase } from '#testing/test-database.ts';
import { watchRows } from '#testing/watch-rows.ts';

/** Calls that take fields which the contract does not name, each with the reason. */
const tolerant: Partial<Record<CallName, string>> = {
  pushDcsa: 'carriers add fields of later versions and of their own; the reader of the message takes what it knows',
};
/** Parts of bodies whose names the caller chooses, each with the reason. */
const open: Partial<Record<CallName, { part: string; because: string }>> = {
  importRows: {
    part: 'rows.0',
    because: 'the names are those of the columns of the file; the first call maps or refuses them',
  },
  exportOrder: {
    part: 'query',
    because: 'the list that is named reads it by its own contract and refuses what it does not know',
  },
  reportSave: {
    part: 'filters',
    because: 'the list of the report reads it by its own contract and refuses what it does not know',
  },
  savedViewSave: {
    part: 'content.search',
    because: 'the address of a page as the browser keeps it, returned as it is',
  },
  tryFunction: { part: 'values', because: 'parameters of a function of somebody else, sent on as they are' },
  sourceKeySave: { part: 'values', because: 'fields of the keys of a counterpart, which its profile names and checks' },
  sourceTest: { part: 'values', because: 'fields of the keys of a counterpart, which its profile names and checks' },
  jobRun: { part: 'input', because: 'the input of a process, which its own script reads' },
};
/** Calls whose refused messages are counted. */
const counted: readonly CallName[] = ['ediUpload'];
/** Calls whose body is a file. */
const files: readonly CallName[] = ['ediUpload', 'orderDocumentUpload'];

const unknown = 'zzUnknown';

/** Copies of an input with one field too many: at the top, and in each object in it. */
function* withOneMore(input: unknown, at: readonly string[] = []): Generator<{ at: string; input: unknown }> {
  if (Array.isArray(input)) {
    for (const [index, item] of input.entries())
      for (const inner of withOneMore(item, [...at, String(index)]))
        yield { at: inner.at, input: input.with(index, inner.input) };
    return;
  }
  if (typeof input !== 'object' || input === null) return;
  yield { at: [...at, unknown].join('.'), input: { ...input, [unknown]: 'x' } };
  for (const [name, value] of Object.entries(input))
    for (const inner of withOneMore(value, [...at, name]))
      yield { at: inner.at, input: { ...input, [name]: inner.input } };
}

const database = await testDatabase();
const { app } = await testApp(database, { modules: await testProductModules(database) });
const tenant = await buildTenant(database);
const boss = await buildUser(database, { tenantId: tenant.id, userType: 'admin', allTenants: true });
const token = await app.deps.sessions.open(boss.id, { ip: null, userAgent: null });
const client = new TestClient(app, `portolan_session=${token}`);

const changes = await watchRows(database);
/** Tables that were changed since the last time, but for that of sessions, which holds when somebody was last seen. */
const changedTables = async (): Promise<string[]> =>
  (await changes()).map(({ table }) => table).filter((table) => table !== 'session');

/** Robots and agents prove themselves by a key before their input is read: only its shape is asked here. */
const isByKey = (name: CallName): boolean => paths[name].access === 'public' && /^(?:robot|rpa)/.test(name);

const names = (Object.keys(calls) as CallName[]).filter((name) => tolerant[name] === undefined);

/** Every way to make a call with one field too many. */
function* optionsOf(name: CallName): Generator<{ at: string; options: CallOptions }> {
  const { method, also }: CallPath = paths[name];
  const { query = {}, params = {}, body = {} } = inputOf(name, { id: 1, texts: {}, everything: true });
  for (const verb of [method, ...(also === undefined ? [] : [also])]) {
    const made = { params, also: verb !== method };
    yield {
      at: `${verb} ?${unknown}`,
      options: { ...made, query: { ...query, [unknown]: 'x' }, body: verb === 'POST' ? body : undefined },
    };
    if (verb === 'GET' || files.includes(name)) continue;
    for (const { at, input } of withOneMore(body)) {
      const place = at.slice(0, -unknown.length - 1);
      if (open[name]?.part !== place) yield { at: `${verb} ${at}`, options: { ...made, query, body: input } };
    }
  }
}

describe('a field that nobody reads', { timeout: 60_000 }, () => {
  test.each(names.filter((name) => !isByKey(name)))('%s refuses it by its name and changes nothing', async (name) => {
    await changedTables();
    const taken: string[] = [];
    for (const { at, options } of optionsOf(name)) {
      const { http, status, text } = await client.call(name, options);
      if (status !== 0 || ![200, 400].includes(http) || !text.includes(unknown))
        taken.push(`${at}: HTTP ${http} ${text.slice(0, 200)}`);
    }
    expect(taken).toEqual([]);
    if (!counted.includes(name)) expect(await changedTables()).toEqual([]);
  });

  test.each(names.filter(isByKey))('%s refuses it', (name) => {
    const { body }: CallShape = calls[name];
    const sample = inputOf(name, { id: 1, texts: {}, everything: true }).body;
    expect(body?.safeParse(sample).success).toBe(true);
    for (const { at, input } of withOneMore(sample))
      expect([at, JSON.stringify(body?.safeParse(input).error?.issues ?? '')]).toEqual([
        at,
        expect.stringContaining(unknown),
      ]);
  });
});

test('the refusal names the field and the one that was meant, in the language of the caller', async () => {
  const call = (body: unknown, lang: string) => client.call('environmentRobots', { body, headers: { 'x-lang': lang } });
  expect(await call({ environmentId: 1, robotIds: [2] }, 'zh')).toMatchObject({
    status: 0,
    msg: '不支持的参数：robotIds',
  });
  expect(await call({ environmentID: 1, environmentId: 1 }, 'en')).toMatchObject({
    status: 0,
    msg: 'Unknown field: environmentID (did you mean environmentId?)',
    data: { fields: [{ field: 'environmentID' }] },
  });
  const { msg } = await client.call('saveExceptionCauses', {
    body: { wlExceptionCauseList: [{ exceptionTypCode: 'X' }] },
    headers: { 'x-lang': 'en' },
  });
  expect(msg).toBe('Unknown field: wlExceptionCauseList[0].exceptionTypCode (did you mean exceptionTypeCode?)');
});

test('a row that is sent back whole is taken: read-only fields of it change nothing', async () => {
  const { data: type } = await client.call('code.insert', { body: { codeType: 'WHOLE_ROW', codeName: '整行' } });
  const value = { mdCodeTypeId: type.mdCodeTypeId, codeValue: 'A', displayValueCn: '甲' };
  const { data: row } = await client.call('dict.insert', { body: value });
  expect(row).toMatchObject({ codeType: 'WHOLE_ROW' });
  const saved = await client.call('dict.update', { body: [{ ...row, codeType: 'ANOTHER', displayValueCn: '乙' }] });
  expect(saved).toMatchObject({ status: 1, data: { codeType: 'WHOLE_ROW', displayValueCn: '乙' } });
  expect(await client.call('dict.delete', { body: saved.data })).toMatchObject({ status: 1 });
});

// Last: some of these calls end sessions.
describe('a part that a call cannot do without', () => {
  /** In the words of the calls: that something is missing. */
  const lacks = ({ status, msg }: TestAnswer): boolean =>
    status === 0 && /不能(同时)?为空|^请(至少)?(选择|输入|添加)|^不支持的业务类型：$/.test(msg);
  const ask = async (name: CallName, options: CallOptions): Promise<TestAnswer> => {
    // Some calls end the session.
    const session = await app.deps.sessions.open(boss.id, { ip: null, userAgent: null });
    return new TestClient(app, `portolan_session=${session}`).call(name, options);
  };

  /** Calls whose least input is refused all the same, each with the reason. */
  const beside: Partial<Record<CallName, string>> = {
    saveBusinessData: 'what is needed stands within the booking',
    deleteLeg: 'the id of a leg has a form of its own',
    deleteStatusRecord: 'the id of a milestone has a form of its own',
    deleteStatusRecords: 'ids of milestones have a form of their own',
    deleteStatuses: 'ids of milestones have a form of their own',
    deleteContainers: 'ids of containers have a form of their own',
    saveOverride: 'a field is named by its table, its row and its column together',
    rpaReaderLook: 'a page is named by its id or by its text',
  };
  const declared = names.filter((name) => beside[name] === undefined && !name.endsWith('.saveOrUpdate'));

  test.each(declared)('%s is declared, and refused when it is missing', async (name) => {
    const least = inputOf(name, { id: 1, texts: {}, everything: false });
    const missing = await ask(name, least);
    const needed = neededOf(name);
    if (needed.length === 0) return expect(lacks(missing), missing.msg).toBe(false);
    // A list of ids is a whole body.
    if (Array.isArray(least.body)) return undefined;
    expect(lacks(missing) || missing.status === 0, missing.msg).toBe(true);
    const place = least.body === undefined ? 'query' : 'body';
    const one = needed.map((part) => (typeof part === 'string' ? part : String(part[0])));
    const ids = Object.fromEntries(one.filter((part) => /ids?$/i.test(part)).map((part) => [part, 1]));
    const all = asRecord(inputOf(name, { id: 1, ids, texts: {}, everything: true })[place]);
    const given = Object.fromEntries(one.map((part) => [part, all[part] === '' ? '1' : all[part]]));
    const filled = await ask(name, { ...least, [place]: { ...asRecord(least[place]), ...given } });
    expect(lacks(filled), filled.msg).toBe(false);
  });
});
