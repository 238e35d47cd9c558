import type { TextTree } from '#web/i18n/all-texts.ts';

/** The sign-in page. */
export const login = {
  title: { zh: '登录', en: 'Sign in' },
  heading: { zh: '登录航图', en: 'Sign in to Portolan' },
  motto: { zh: '每一票货，都在图上', en: 'Every shipment, on the chart' },
  claim: {
    zh: '供应链可视化与运营后台：谁说的、何时说的、差在哪里，一目了然。',
    en: 'Supply-chain visibility and operations: who said it, when they said it, and where they disagree.',
  },
  userCode: { zh: '用户名', en: 'User name' },
  password: { zh: '密码', en: 'Password' },
  code: { zh: '验证码', en: 'Code' },
  codeHint: { zh: '验证器应用中的 6 位数字，或一个恢复码', en: 'The six digits of your app, or a recovery code' },
  userCodeRequired: { zh: '请输入用户名', en: 'Please enter the user name' },
  passwordRequired: { zh: '请输入密码', en: 'Please enter the password' },
  submit: { zh: '登录', en: 'Sign in' },
  submitting: { zh: '登录中…', en: 'Signing in…' },
  failed: { zh: '登录失败', en: 'Sign-in failed' },
  succeeded: { zh: '登录成功', en: 'Signed in' },
  showPassword: { zh: '显示密码', en: 'Show the password' },
  hidePassword: { zh: '隐藏密码', en: 'Hide the password' },
  capsLock: { zh: '大写锁定已打开', en: 'Caps Lock is on' },
  oidc: { zh: '统一身份认证登录', en: 'Sign in with single sign-on' },
  or: { zh: '或', en: 'or' },
  permissionsFailed: { zh: '获取权限失败', en: 'The permissions could not be obtained' },
  firstHeading: { zh: '初始设置', en: 'Set up Portolan' },
  message: {
    sessionOver: { zh: '登录已过期，请重新登录', en: 'Your session is over, please sign in again' },
    oidcOff: { zh: '未配置统一身份认证', en: 'Single sign-on is not configured' },
    oidcFailed: { zh: '统一身份认证登录失败，请重试', en: 'Single sign-on failed, please try again' },
    oidcInvalid: {
      zh: '身份认证服务的应答未通过验证，未登录，请联系管理员',
      en: 'The answer of the identity provider could not be verified, so nobody was signed in. Tell your administrator',
    },
    oidcUnreachable: {
      zh: '暂时无法连接身份认证服务，请稍后重试',
      en: 'The identity provider cannot be reached. Please try again later',
    },
    oidcExpired: {
      zh: '登录请求已过期，请重新登录',
      en: 'This sign-in took too long or was opened elsewhere, please start again',
    },
    oidcUnknownUser: {
      zh: '该身份未关联本系统用户，请联系管理员',
      en: 'This identity belongs to no user here; ask your administrator',
    },
  },
  demo: { zh: '演示账号', en: 'Demo accounts' },
  demoHint: {
    zh: '仅在模拟环境中提供，点击即可填入。',
    en: 'Offered in the simulated world only; click one to fill it in.',
  },
  about: { zh: '产品简介', en: 'About the product' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    login: typeof login;
  }
}
