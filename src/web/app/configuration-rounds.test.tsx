// @vitest-environment node
import '#testing/dom-beside-server.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { carrier } from '#entities/carrier.ts';
import { code } from '#entities/code.ts';
import { dict } from '#entities/dict.ts';
import { functionInterface } from '#entities/function-interface.ts';
import { tenantAsset } from '#entities/tenant-asset.ts';
import { interpolate } from '#shared/i18n/interpolate.ts';
import {
  addRow,
  editRow,
  expectRound,
  openRound,
  pressUndo,
  removeRow,
  type Round,
  undoAtOnce,
} from '#testing/entity-round.ts';
import { productWithWorld } from '#testing/real-server.ts';
import { answerDialog, chooseAct, press, rowOf } from '#testing/screen-acts.ts';
import { zh } from '#testing/texts.ts';

// As entity-rounds.test.tsx, on screens that add something to their declaration. A round in a browser: e2e/configuration.spec.ts.

const { admin } = await productWithWorld();
afterEach(cleanup);

/** A call of the administrator that has to succeed. */
async function call<T>(...[name, options]: Parameters<typeof admin.call>): Promise<T> {
  const answer = await admin.call(name, options);
  expect(answer, `${name}: ${answer.msg}`).toMatchObject({ http: 200, status: 1 });
  return answer.data as T;
}

test('tenant assets: add, edit, delete, undo, delete', async () => {
  expect.hasAssertions();
  await call('asset.insert', { body: { assetType: 'ROUND_TENANT', assetDesc: 'for tenants', valueType: 'TEXT' } });
  const round: Round = {
    entity: tenantAsset,
    route: '/tenant-assets',
    keyField: 'wlAssetsId',
    key: 'ROUND_TENANT',
    changed: 'assetValue',
    values: { wlAssetsId: { find: 'ROUND_TENANT' }, tenantId: { find: '海帆供应链' } },
  };
  await expectRound(round, undoAtOnce);
  await removeRow(round);
});

test('function interfaces: add, edit, delete, undo, delete', async () => {
  const round: Round = {
    entity: functionInterface,
    route: '/function-interface',
    keyField: 'functionCode',
    key: 'ROUND_1',
    changed: 'functionName',
    values: {
      functionCode: 'round_1',
      functionPathEnv: { find: 'DEMO' },
      functionPath: '/echo',
      inParam: '',
      returnData: '',
    },
  };
  await openRound(round);
  await addRow(round);
  expect((await rowOf(round.key)).textContent).toContain('DEMO');
  await editRow(round);
  await removeRow(round);
  await undoAtOnce(round);
  await removeRow(round);
});

test('carriers: add with a wrong prefix first, edit, delete, undo, delete; the product knows a new one at once', async () => {
  const round: Round = {
    entity: carrier,
    route: '/carriers',
    keyField: 'carrierCode',
    key: 'ROUND1',
    changed: 'carrierName',
    values: { carrierCode: 'round1', carrierNameCn: '纸船航运', containerPrefixes: 'abcu xyzu' },
  };
  await openRound(round);
  await press(zh.entity.new, document.querySelector('.pt-toolbar') ?? document);
  const title = interpolate(zh.entity.addTitle, { name: carrier.label.zh });
  const dialog = await screen.findByRole('dialog', { name: title });
  const prefixes = within(dialog).getByLabelText(carrier.fields.containerPrefixes.label.zh);
  fireEvent.change(prefixes, { target: { value: 'ABC' } });
  fireEvent.blur(prefixes);
  await waitFor(() => expect(dialog.querySelectorAll('[role=alert]')).toHaveLength(1));
  await press(zh.common.cancel, dialog);
  await answerDialog(zh.common.unsavedTitle, zh.common.discard);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());

  await addRow(round);
  expect((await rowOf(round.key)).textContent).toContain('ABCU XYZU');
  await editRow(round);
  for (const keyword of ['ROUND1', '纸船航运', 'zchy', 'round after']) {
    const { records } = await call<{ records: { carrierCode: string }[] }>('carrier.query', {
      body: { keyword, pageSize: 100 },
    });
    expect(records.map(({ carrierCode }) => carrierCode)).toContain('ROUND1');
  }
  await removeRow(round);
  await undoAtOnce(round);
  await removeRow(round);
});

/** The left half of the dictionary has the types, the right one the values of the chosen type. */
const half = (index: number) => (): HTMLElement => {
  const found = document.querySelectorAll<HTMLElement>('.pt-split > div')[index];
  if (found === undefined) throw new Error('the dictionary has no halves');
  return found;
};

test('dictionary: a type and its values, each added, edited, deleted, brought back and deleted', async () => {
  const types: Round = {
    entity: code,
    route: '/base-code',
    keyField: 'codeType',
    key: 'ROUND_TYPE',
    changed: 'codeName',
    list: half(0),
  };
  const values: Round = {
    entity: dict,
    route: '/base-code',
    keyField: 'codeValue',
    key: 'VALUE_ONE',
    changed: 'displayValueCn',
    fixed: ['mdCodeTypeId'],
    list: half(1),
  };
  await openRound(types);
  await addRow(types);
  await editRow(types);
  await waitFor(() => expect(half(1)().textContent).toContain('ROUND_TYPE'));
  await addRow(values);
  await editRow(values);
  for (const round of [values, types]) {
    await removeRow(round);
    await undoAtOnce(round);
    await removeRow(round);
  }
});

test('deleting a code type says how many values go with it, and brings them back with it', async () => {
  const name = 'ROUND_WITH_VALUES';
  const { mdCodeTypeId } = await call<{ mdCodeTypeId: string }>('code.insert', {
    body: { codeType: name, codeName: 'two values' },
  });
  for (const codeValue of ['ONE', 'TWO'])
    await call('dict.insert', { body: [{ mdCodeTypeId, codeValue, displayValueCn: codeValue, sort: 999 }] });
  const types: Round = { entity: code, route: '/base-code', keyField: 'codeType', key: name, changed: 'codeName' };
  await openRound(types);
  await chooseAct(name, zh.common.delete);
  const title = interpolate(zh.entity.removeTitle, { name: code.label.zh });
  expect(await answerDialog(title, zh.common.delete)).toContain(interpolate(zh.entity.removeContent, { title: name }));
  const question = await screen.findByRole('dialog', { name: title });
  await waitFor(() => expect(question.textContent).toMatch(/2 .*一并删除/));
  await press(zh.common.delete, question);
  const rows = (): Element[] => [...half(0)().querySelectorAll('.ant-table-row')];
  await waitFor(() => expect(rows()).toEqual([]));
  await pressUndo(types);
  await waitFor(() => expect(rows()).toHaveLength(1));
  const kept = await call<{ codeValue: string }[]>('dictByCodeType', { body: { mdCodeTypeId } });
  expect(kept.map(({ codeValue }) => codeValue)).toEqual(['ONE', 'TWO']);
});
