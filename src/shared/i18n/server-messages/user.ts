import type { MessageTable } from './types.ts';

/** Users as administrators keep them. */
export const userMessages = {
  'user.notYourself': { zh: '不能删除自己', en: 'You cannot delete yourself' },
  'user.notDemoteYourself': {
    zh: '不能取消自己的管理员身份',
    en: 'You cannot take the administrator role from yourself',
  },
  'user.lastAdmin': { zh: '至少保留一名管理员', en: 'At least one administrator must remain' },
  'user.beyondScope': {
    zh: '该用户可见您无权访问的租户，不能由您修改',
    en: 'This user has access to tenants that you cannot see, so you cannot change this user',
  },
  'user.rightsBeyondScope': {
    zh: '只能授予您自己可见的租户',
    en: 'You can grant only tenants you have access to',
  },
  'user.unknownMenu': { zh: '菜单不存在：{{menu}}', en: 'Menu {{menu}} does not exist' },
  'user.passwordReset': {
    zh: '密码已重置，用户下次登录须修改密码',
    en: 'The password was reset; the user must change it at the next sign-in',
  },
  'user.sessionsEnded': { zh: '已结束该用户的全部会话', en: 'All sessions of the user have ended' },
  'user.sessionEnded': { zh: '会话已结束', en: 'The session has ended' },
  'user.roleNameRequired': { zh: '角色模板名称不能为空', en: 'The name of the role template cannot be empty' },
  'user.roleNameTaken': { zh: '角色模板“{{name}}”已存在', en: 'Role template "{{name}}" already exists' },
  'user.roleSaved': { zh: '角色模板已保存', en: 'The role template was saved' },
  'user.roleDeleted': { zh: '角色模板已删除', en: 'The role template was deleted' },
  'user.notDeleted': { zh: '该用户未被删除', en: 'This user is not deleted' },
} as const satisfies MessageTable;
