import { describe, expect, test } from 'vitest';
import { serverMessages, serverText, type MessageParams, type ServerMessageCode } from './index.ts';

/** The wording that the specification gives or implies: place, code, Chinese text with its limits filled in. */
const specified: [place: string, code: ServerMessageCode, zh: string, params?: MessageParams][] = [
  ['S-LOGIN-01', 'auth.userCodeRequired', '请输入用户名'],
  ['S-LOGIN-02', 'auth.passwordRequired', '请输入密码'],
  ['S-LOGIN-05', 'auth.loginSucceeded', '登录成功'],
  ['S-LOGIN-06', 'auth.loginFailed', '登录失败'],
  ['S-SESS-08', 'auth.permissionsFailed', '获取权限失败'],
  ['S-PWD-02', 'auth.weakPassword', '必须包含大小写字母和数字,且不少于6位'],
  ['S-PWD-03', 'auth.passwordMismatch', '两次输入的密码不一致'],
  ['S-PWD-04', 'auth.samePassword', '原密码与新密码不能相同'],
  ['S-PWD-05', 'auth.currentPasswordWrong', '登录信息有误,请退出后重试'],
  ['S-PWD-07', 'auth.passwordChanged', '密码修改成功，请重新登录'],
  ['S-PWD-08', 'auth.passwordChangeFailed', '密码修改失败'],
  ['S-LIST-08', 'error.emptyInput', '入参不能为空'],
  ['S-LIST-09 add', 'failure.add', '新增失败'],
  ['S-LIST-09 update', 'failure.update', '更新失败'],
  ['S-FUNC-10', 'failure.query', '查询失败'],
  ['S-MSG-01', 'tracking.oneVoyage', '进出口航次只能填一个'],
  ['S-MSG-02', 'tracking.effectiveTooEarly', '订阅生效日期不能早于今天'],
  ['S-MSG-03', 'tracking.expiryTooEarly', '订阅失效日期不能早于今天或生效日期'],
  ['S-MSG-04', 'tracking.spanTooLong', '订阅时间跨度不能超过15天', { max: 15 }],
  ['S-MSG-05', 'tracking.searchTooShort', '请至少输入3个字符', { min: 3 }],
  ['S-MSG-06', 'tracking.batchTooMany', '一次最多订阅10条', { max: 10 }],
  [
    'S-MSG-07',
    'subscription.containerInvalid',
    '请输入正确的箱号（4 位字母，以 U、J 或 Z 结尾，加 7 位数字）：MSCU12',
    { containerNo: 'MSCU12' },
  ],
  ['S-MSG-08', 'subscription.directionUnknown', '进出口标志只能为 E 或 I（出口或进口）：X', { value: 'X' }],
  ['S-MSG-09', 'tracking.domesticPort', '起运港和目的港至少有一个国内港口'],
  ['S-MSG-10', 'tracking.numbersEmpty', '提单号/订舱号和箱号不能同时为空'],
  ['S-MSG-11', 'subscription.carrierRequired', '船公司不能为空'],
  ['S-MSG-12', 'refusal.config_error', '数据源配置错误'],
  ['S-MSG-13', 'subscription.listEmpty', '请至少添加一条订阅'],
  ['S-MSG-14', 'trace.processing', '数据处理中，请稍后重试'],
  ['S-MSG-15', 'subscription.carrierUnsupported', '该船公司不支持订阅'],
  ['S-MSG-16', 'tracking.carrierNotAnnounced', '船公司尚未公布'],
  ['S-MSG-17', 'tracking.vesselVoyageNotFound', '未查询到该船名航次的数据'],
  ['S-MSG-18', 'tracking.mmsiEmpty', '船舶MMSI为空'],
  ['S-MSG-19', 'tracking.vesselNameEmpty', '船名为空'],
  ['S-MSG-20', 'tracking.bookingEmpty', '订舱信息为空'],
  ['S-MSG-21', 'tracking.jobEmpty', '任务信息为空'],
  ['S-MSG-22', 'pullRecord.notPending', '不是待拉取记录'],
  ['S-MSG-23', 'pullRecord.alreadyPending', '已是待拉取'],
  ['S-MSG-24 subscribe', 'tracking.subscribed', '订阅成功'],
  ['S-MSG-24 subscribe failed', 'tracking.subscribeFailed', '订阅失败'],
  ['S-MSG-24 modify', 'tracking.modified', '修改成功'],
  ['S-MSG-24 modify failed', 'tracking.modifyFailed', '修改失败'],
  ['S-MSG-24 cancel', 'tracking.cancelled', '取消成功'],
  ['S-MSG-24 cancel failed', 'tracking.cancelFailed', '取消失败'],
  ['S-MSG-25', 'tracking.noFields', '表格没有显示任何字段'],
  ['S-MSG-26', 'tracking.noFieldRule', '该租户没有字段显示规则'],
  ['E-LIST-10', 'exception.idsEmpty', '订阅ID和bkId均为空'],
  ['E-LIST-11', 'exception.noSubscription', '无订阅记录,无法跳转详情'],
  ['E-LIST-12', 'exception.noBooking', '订阅无bk信息,无法跳转'],
  ['E-LIST no handling', 'exception.noSubscriptionForHandling', '无订阅ID,无法录入异常处理'],
  ['E-SUB-03', 'subscription.noData', '订阅无数据,无法编辑专家数据'],
  ['E-SUB-04', 'override.notSelfService', '非自助类型'],
  ['E-SUB-11 nothing', 'business.ftNothingToCopy', 'FT请求无数据,无法复制'],
  ['E-SUB-11 copied', 'business.copied', '已复制'],
  ['E-SUB remark', 'subscription.remarkTooLong', '订阅备注不能超过 200 个字符', { max: 200 }],
  ['E-DLG-04', 'exception.remarkTooLong', '处理备注不能超过255个字符'],
  ['E-DLG-07', 'exception.assigneeRequired', '请选择责任人'],
  ['E-DLG-24', 'subscription.bookingRequired', '请选择一条bk记录'],
  ['E-HND-02', 'exception.statusRequired', '请选择处理状态'],
  ['E-PORT-06', 'override.timeFormat', '输入的时间格式不正确'],
  ['E-CTN-04', 'subscription.containerRequired', '箱号不能为空'],
  ['E-CTN-05', 'business.containerTwice', '不能录入相同的箱号'],
  ['E-CTN-09', 'business.statusTwice', '同一港口状态代码重复'],
  ['E-CTN-14', 'business.selectStatuses', '请勾选要删除的状态信息'],
  ['E-HND-06', 'business.selectRecords', '请勾选要删除的记录'],
  ['E-BD-07', 'subscription.billRequired', '提单号不能为空'],
  ['E-BI-15', 'business.selectRpaBooking', '请选择一条非自助RPA的OBM_BK记录'],
  ['obmBkId', 'trace.bkIdEmpty', 'obmBkId不能为空'],
  ['E-ERR-03 batch', 'exception.noneSelected', '请至少选择一条记录'],
  ['E-ERR-03 start', 'business.selectSchedulesToStart', '请选择要启动的调度'],
  ['E-ERR-03 stop', 'business.selectSchedulesToStop', '请选择要停止的调度'],
  ['E-ERR-04 saved', 'success.saved', '保存成功'],
  ['E-ERR-04 deleted', 'success.deleted', '删除成功'],
];

describe('what the specification words', () => {
  test.each(specified.map((item) => ({ place: item[0], code: item[1], zh: item[2], params: item[3] ?? {} })))(
    '$place is $code: $zh',
    ({ code, zh, params }) => {
      expect(serverText(code, params, 'zh')).toBe(zh);
      const en = serverText(code, params, 'en');
      expect(en).toMatch(/^([A-Z]|obmBkId )/);
      expect(en).not.toMatch(/[㐀-鿿]|\{\{/);
    },
  );

  test('stands once in the catalogue', () => {
    const codesOf = Map.groupBy(Object.entries(serverMessages), ([, message]) => message.zh);
    for (const [place, code] of specified) {
      const codes = codesOf.get(serverMessages[code].zh)?.map(([other]) => other);
      expect(codes, place).toEqual([code]);
    }
  });

  test('every place of the list of messages is there', () => {
    const places = specified.map(([place]) => place.slice(0, 8));
    for (let number = 1; number <= 26; number += 1) {
      expect(places).toContain(`S-MSG-${String(number).padStart(2, '0')}`);
    }
  });
});
