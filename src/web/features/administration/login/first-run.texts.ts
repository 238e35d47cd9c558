import type { TextTree } from '#web/i18n/all-texts.ts';

/** Texts of setting an empty product up. */
export const firstRun = {
  about: {
    zh: '系统中还没有用户。设置码显示在启动系统的控制台上。',
    en: 'There is no user yet. The set-up code is on the console where the product was started.',
  },
  code: { zh: '设置码', en: 'Set-up code' },
  userCode: { zh: '管理员用户名', en: 'User name of the administrator' },
  userName: { zh: '姓名', en: 'Name' },
  password: { zh: '密码', en: 'Password' },
  platformName: { zh: '平台名称', en: 'Name of the platform' },
  zone: { zh: '时区', en: 'Time zone' },
  tenantCode: { zh: '第一个租户的代码', en: 'Code of the first tenant' },
  tenantName: { zh: '第一个租户的名称', en: 'Name of the first tenant' },
  required: { zh: '请填写此项', en: 'Please fill this in' },
  hint: {
    code: { zh: '形如 XXXX-XXXX-XXXX', en: 'Such as XXXX-XXXX-XXXX' },
    userCode: { zh: '用于登录，之后不可修改', en: 'Used to sign in; fixed from then on' },
    userName: { zh: '留空则与用户名相同', en: 'Empty: the user name' },
    password: {
      zh: '至少 12 位，含大小写字母和数字，且不易猜到',
      en: 'At least 12 characters with upper-case and lower-case letters and digits, not easily guessed',
    },
    platformName: { zh: '留空为 Portolan', en: 'Empty: Portolan' },
    zone: { zh: '平台与第一个租户的时区', en: 'Of the platform and its first tenant' },
    tenantCode: { zh: '可留空，之后在“租户”中新增', en: 'May be empty; tenants can be added later' },
    tenantName: { zh: '留空则与代码相同', en: 'Empty: its code' },
  },
  submit: { zh: '完成设置并登录', en: 'Set up and sign in' },
  submitting: { zh: '正在设置…', en: 'Setting up…' },
  failed: { zh: '设置失败', en: 'The set-up failed' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    firstRun: typeof firstRun;
  }
}
