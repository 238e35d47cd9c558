import type { MessageTable } from './types.ts';

/** Causes of exceptions, what was done about them, comments. */
export const handlingMessages = {
  'handling.businessType': {
    zh: '不支持的业务类型：{{businessType}}',
    en: 'Unknown business type: {{businessType}}',
  },
  'handling.tooManyCauses': { zh: '异常原因最多 {{max}} 条', en: 'At most {{max}} causes can be recorded' },
  'handling.typeRequired': {
    zh: '第 {{row}} 条异常原因：异常类型不能为空',
    en: 'Cause {{row}}: the exception type is required',
  },
  'handling.typeUnknown': {
    zh: '第 {{row}} 条异常原因：该来源没有异常类型 {{type}}',
    en: 'Cause {{row}}: the source has no exception type {{type}}',
  },
  'handling.remarkTooLong': {
    zh: '第 {{row}} 条异常原因：备注不能超过 {{max}} 个字符',
    en: 'Cause {{row}}: the remark may have at most {{max}} characters',
  },
  'handling.tooManyStatuses': {
    zh: '第 {{row}} 条异常原因：处理状态最多 {{max}} 条',
    en: 'Cause {{row}}: at most {{max}} handle statuses',
  },
  'handling.statusRequired': {
    zh: '第 {{row}} 条异常原因：第 {{statusRow}} 条处理状态不能为空',
    en: 'Cause {{row}}: handle status {{statusRow}} is required',
  },
  'handling.statusTwice': {
    zh: '第 {{row}} 条异常原因：处理状态重复',
    en: 'Cause {{row}}: the same handle status is there twice',
  },
  'handling.statusUnknown': {
    zh: '第 {{row}} 条异常原因：未知的处理状态 {{status}}',
    en: 'Cause {{row}}: unknown handle status {{status}}',
  },
  'handling.commentEmpty': { zh: '请输入评论内容', en: 'Write a comment first' },
  'handling.commentTooLong': {
    zh: '评论不能超过 {{max}} 个字符',
    en: 'A comment may have at most {{max}} characters',
  },
  'handling.mentionUnknown': {
    zh: '无法提及 {{userCode}}：用户不存在或无权查看该异常',
    en: '{{userCode}} cannot be mentioned: the user does not exist or has no access to this exception',
  },
  'handling.commented': { zh: '评论已发表', en: 'Comment added' },
  'handling.commentRestored': { zh: '评论已恢复', en: 'Comment restored' },
} as const satisfies MessageTable;
