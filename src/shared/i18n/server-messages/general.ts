import type { MessageTable } from './types.ts';

/** Errors that any call may answer, and the success texts that many share. */
export const generalMessages = {
  'error.internal': {
    zh: '系统内部错误，请稍后重试。问题编号：{{requestId}}',
    en: 'Internal error. Please try again later; reference {{requestId}}',
  },
  'error.unavailable': {
    zh: '服务暂时不可用，请稍后重试',
    en: 'The service is not available right now, please try again later',
  },
  'error.stopping': {
    zh: '服务正在重新启动，请 {{seconds}} 秒后重试',
    en: 'The service is restarting; try again in {{seconds}} s',
  },
  'error.unauthenticated': {
    zh: '登录已失效，请重新登录',
    en: 'You are not signed in, or your session has ended. Please sign in again',
  },
  'error.forbidden': { zh: '没有权限执行此操作', en: 'You are not permitted to do this' },
  'error.adminOnly': { zh: '仅管理员可执行此操作', en: 'Only administrators may do this' },
  'error.tenantForbidden': { zh: '没有该租户的数据权限', en: 'You have no access to the data of this tenant' },
  'error.notFound': { zh: '数据不存在或已被删除', en: 'The record does not exist or has been deleted' },
  'error.unknownCall': { zh: '接口不存在：{{method}} {{path}}', en: 'Unknown call: {{method}} {{path}}' },
  'error.methodNotAllowed': {
    zh: '该接口不支持 {{method}} 方法，请使用 {{allowed}}',
    en: 'This call does not accept {{method}}; use {{allowed}}',
  },
  'error.sourceHeader': {
    zh: '缺少请求头 source,可用值：Manual、WaliRobot、Remote、TimeTrigger',
    en: 'The request header "source" is missing or unknown; use Manual, WaliRobot, Remote or TimeTrigger',
  },
  'error.crossSite': { zh: '不接受来自其他站点的请求', en: 'Requests from other sites are not accepted' },
  'error.jsonTooLarge': {
    zh: '请求内容嵌套过深或数据项过多',
    en: 'The request body is nested too deep or has too many values',
  },
  'error.diskFull': {
    zh: '服务器磁盘已满，暂时无法保存；查询不受影响，请联系管理员清理空间',
    en: 'The disk of the server is full and nothing can be saved; reading still works. Ask an administrator to free space',
  },
  'error.tooSlow': {
    zh: '处理时间过长，已停止；请缩小查询范围，或稍后重试',
    en: 'This took too long and was stopped. Ask for less, or try again later',
  },
  'error.invalidJson': { zh: '请求内容不是有效的 JSON', en: 'The request body is not valid JSON' },
  'error.invalidEncoding': {
    zh: '请求内容含有不允许的字符（NUL）',
    en: 'The request contains a character that is not allowed (NUL)',
  },
  'error.contentType': {
    zh: '不支持的内容类型，请使用 application/json',
    en: 'Unsupported content type; use application/json',
  },
  'error.badRequest': { zh: '请求格式不正确', en: 'The request is malformed' },
  'error.tooLarge': {
    zh: '请求内容过大，最大 {{limitKb}} KB',
    en: 'The request body is too large; at most {{limitKb}} KB',
  },
  'error.tooMany': { zh: '操作过于频繁，请 {{seconds}} 秒后重试', en: 'Too many requests; try again in {{seconds}} s' },
  'error.tooManyAtOnce': {
    zh: '您同时提交的请求过多，请 {{seconds}} 秒后重试',
    en: 'You have too many requests running at once; try again in {{seconds}} s',
  },
  'error.tooManyOfTenant': {
    zh: '贵公司同时提交的请求过多，请 {{seconds}} 秒后重试',
    en: 'Your company has too many requests running at once; try again in {{seconds}} s',
  },
  'error.tooBusy': {
    zh: '服务器正忙，请 {{seconds}} 秒后重试',
    en: 'The server is busy; try again in {{seconds}} s',
  },
  'error.tooManyStreams': {
    zh: '实时连接过多，请关闭部分页面后重试',
    en: 'Too many live connections; close some pages and try again',
  },
  'error.duplicate': { zh: '数据已存在，请勿重复提交', en: 'This record already exists' },
  'error.inUse': {
    zh: '数据正被其他记录引用，无法操作',
    en: 'Other records refer to this one, so it cannot be changed this way',
  },
  'error.alreadySent': {
    zh: '该操作正在执行或已经执行，请刷新列表查看结果',
    en: 'This is under way or done already; reload the list to see the result',
  },
  'error.secretShownOnce': {
    zh: '已创建，但其内容只显示一次；如未收到，请在列表中撤销后重新创建',
    en: 'It was made, but its text is shown only once; if you did not get it, revoke it in the list and make a new one',
  },
  'error.busy': {
    zh: '数据正被占用，本次未保存任何内容，请重试',
    en: 'This data is in use by another operation; nothing was saved. Please try again',
  },
  'error.versionMissing': {
    zh: '没有说明修改的是数据的哪个版本，请刷新后重新保存',
    en: 'The version of the record is missing: reload it and save again',
  },
  'error.stale': {
    zh: '数据已被 {{who}} 修改，请刷新后重试',
    en: '{{who}} has changed this record in the meantime; reload it and try again',
  },
  'error.staleBySystem': {
    zh: '系统刚刚更新了这条数据，请刷新后重试',
    en: 'The system has updated this record in the meantime; reload it and try again',
  },
  'error.staleUnnamed': {
    zh: '这条数据刚刚有变化，请刷新后重试',
    en: 'This record has changed in the meantime; reload it and try again',
  },
  'error.emptyInput': { zh: '入参不能为空', en: 'The input parameter cannot be empty' },
  'error.unknownFilter': { zh: '不支持的查询条件：{{name}}', en: 'Unknown filter: {{name}}' },
  'error.unknownOperation': {
    zh: '查询条件 {{name}} 不支持运算 {{operation}}',
    en: 'Filter {{name}} does not accept the operation {{operation}}',
  },
  'error.unknownSort': { zh: '不支持的排序字段：{{name}}', en: 'Unknown sort column: {{name}}' },
  'error.unknownColumn': { zh: '不支持的列：{{name}}', en: 'Unknown column: {{name}}' },
  'error.invalidDate': {
    zh: '{{name}} 的时间格式不正确，应为 yyyy-MM-dd 或 yyyy-MM-dd HH:mm:ss',
    en: '{{name}} is not a valid time; use yyyy-MM-dd or yyyy-MM-dd HH:mm:ss',
  },
  'error.rangeOrder': {
    zh: '{{name}} 的起始时间不能晚于结束时间',
    en: 'The start of {{name}} must not be after its end',
  },
  'error.tooManyNumbers': {
    zh: '{{name}} 一次最多 {{max}} 个',
    en: 'At most {{max}} {{max, plural(one: value; other: values)}} of {{name}} at a time',
  },
  'error.pageTooDeep': { zh: '页码过大，请缩小查询范围', en: 'The page number is too high; narrow the search' },
  'error.notSimulated': {
    zh: '当前不是模拟环境，无法设置世界时钟',
    en: 'No simulated world is running here, so its clock cannot be set',
  },
  'success.saved': { zh: '保存成功', en: 'Saved' },
  'success.added': { zh: '新增成功', en: 'Added' },
  'success.updated': { zh: '更新成功', en: 'Updated' },
  'success.deleted': { zh: '删除成功', en: 'Deleted' },
  'failure.add': { zh: '新增失败', en: 'Adding failed' },
  'failure.update': { zh: '更新失败', en: 'The update failed' },
  'failure.delete': { zh: '删除失败', en: 'Deleting failed' },
  'failure.query': { zh: '查询失败', en: 'The query failed' },
  'success.worldRemoval': {
    zh: '正在移除模拟世界，产品将重新启动',
    en: 'The simulated world is being removed; the product starts over',
  },
  'success.worldSet': { zh: '世界时钟已设置', en: 'The clock of the world has been set' },
} as const satisfies MessageTable;
