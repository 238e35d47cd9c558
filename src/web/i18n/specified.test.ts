import { expect, test } from 'vitest';
import { entities } from '#entities/index.ts';
import { user } from '#entities/user.ts';
import { flatTexts } from '#testing/texts.ts';
import { serverMessage, type ServerMessageCode } from '#shared/i18n/server-messages/index.ts';
import type { Text } from '#shared/i18n/text.ts';

const texts = { zh: flatTexts('zh'), en: flatTexts('en') };

/** What the browser says by itself in the words of the server's catalogue. */
const shared: readonly (readonly [key: string, code: ServerMessageCode])[] = [
  ['login.userCodeRequired', 'auth.userCodeRequired'],
  ['login.passwordRequired', 'auth.passwordRequired'],
  ['login.succeeded', 'auth.loginSucceeded'],
  ['login.failed', 'auth.loginFailed'],
  ['password.mismatch', 'auth.passwordMismatch'],
  ['password.same', 'auth.samePassword'],
  ['password.wrongCurrent', 'auth.currentPasswordWrong'],
  ['password.succeeded', 'auth.passwordChanged'],
  ['password.failed', 'auth.passwordChangeFailed'],
  ['password.rule', 'auth.weakPassword'],
  ['entity.addFailed', 'failure.add'],
  ['entity.updateFailed', 'failure.update'],
  ['entity.removeFailed', 'failure.delete'],
  ['entity.added', 'success.added'],
  ['entity.updated', 'success.updated'],
  ['entity.removed', 'success.deleted'],
  ['table.columns.none', 'tracking.noFields'],
  ['search.wrongDate', 'override.timeFormat'],
  ['search.tooShort', 'tracking.searchTooShort'],
  ['vessels.problem.mmsiEmpty', 'tracking.mmsiEmpty'],
  ['vessels.problem.nameEmpty', 'tracking.vesselNameEmpty'],
  ['sailingSubscriptions.failed.subscribe', 'tracking.subscribeFailed'],
  ['sailingSubscriptions.failed.modify', 'tracking.modifyFailed'],
  ['sailingSubscriptions.failed.cancel', 'tracking.cancelFailed'],
  ['sailings.row.failed', 'tracking.subscribeFailed'],
  ['flights.row.failed', 'tracking.subscribeFailed'],
  ['portCalls.subscribeFailed', 'tracking.subscribeFailed'],
  ['traceIndex.subscribeFailed', 'tracking.subscribeFailed'],
  ['airTrace.failed', 'tracking.subscribeFailed'],
  ['landTrace.failed', 'tracking.subscribeFailed'],
  ['business.problem.containerInvalid', 'subscription.containerInvalid'],
  ['exceptionHandle.tick', 'business.selectRecords'],
  ['exceptionManage.dialog.choosePerson', 'exception.assigneeRequired'],
  ['exceptionManage.dialog.chooseStatus', 'exception.statusRequired'],
  ['exceptionManage.dialog.saved', 'success.saved'],
  ['exceptionManage.dialog.updateFailed', 'failure.update'],
  ['value.state.retryLater', 'trace.processing'],
  ['value.state.failed', 'failure.query'],
  ['common.copied', 'business.copied'],
];

test.each(shared)('%s says in Chinese what %s says', (key, code) => {
  expect(texts.zh.get(key)).toBe(serverMessage(code).zh);
  expect(texts.en.get(key)).toMatch(/^[A-Z]/);
});

const says: readonly (readonly [string, string])[] = [['entity.user.resetFailed', '重置密码失败']];
test.each(says)('%s is %s', (key, wording) => {
  expect(texts.zh.get(key)).toBe(wording);
});

test('users have the messages that the specification names', () => {
  expect(user.message.removed.zh).toBe('删除用户成功');
  expect(user.message.updated.zh).toBe('更新用户信息成功');
  expect(user.message.addFailed.zh).toBe('新增用户信息失败');
});

const { asset, tenantAsset, code, dict, feedback } = entities;
const named = [asset, tenantAsset, code, dict, entities.function, feedback];

test.each(named.map((entity) => [entity.name, entity] as const))(
  '%s has its own words for what was done and for a failed deletion',
  (_name, entity) => {
    const { message } = entity as { message?: Record<string, Text | undefined> };
    const words = ['added', 'updated', 'removed', 'removeFailed'].map((act) => message?.[act]);
    expect(words.every((text) => text !== undefined && text.zh !== '' && text.en !== '')).toBe(true);
    expect(new Set(words.map((text) => text?.zh)).size).toBe(4);
  },
);

const failures: readonly (readonly [place: string, message: { zh: string } | undefined, wording: string])[] = [
  ['S-PKG-11 add', entities.package.message.addFailed, '产品定义新增失败'],
  ['S-PKG-11 update', entities.package.message.updateFailed, '产品定义更新失败'],
  ['S-PKG-11 delete', entities.package.message.removeFailed, '产品定义删除失败'],
  ['S-PKGE-21 version save', entities.packageVersion.message.saveFailed, '产品版本保存失败'],
  ['S-PKGE-21 version delete', entities.packageVersion.message.removeFailed, '产品版本删除失败'],
  ['S-PKGE-21 type save', entities.pvt.message.saveFailed, '版本类型保存失败'],
  ['S-PKGE-21 type delete', entities.pvt.message.removeFailed, '版本类型删除失败'],
  ['S-PKGE-21 sub-package save', entities.pvp.message.saveFailed, '子产品保存失败'],
  ['S-PKGE-21 sub-package delete', entities.pvp.message.removeFailed, '子产品删除失败'],
  ['S-PROC-20', entities.process.message.removeFailed, '产品配置删除失败'],
];
test.each(failures)('%s: a request that fails without a text of the server says so', (_place, message, wording) => {
  expect(message?.zh).toBe(wording);
});
