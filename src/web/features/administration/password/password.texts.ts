import type { TextTree } from '#web/i18n/all-texts.ts';

/** Changing the own password. */
export const password = {
  title: { zh: '修改密码', en: 'Change password' },
  current: { zh: '原密码', en: 'Current password' },
  next: { zh: '新密码', en: 'New password' },
  confirmation: { zh: '确认新密码', en: 'Repeat the new password' },
  currentRequired: { zh: '请输入原密码', en: 'Please enter the current password' },
  nextRequired: { zh: '请输入新密码', en: 'Please enter the new password' },
  confirmationRequired: { zh: '请再次输入新密码', en: 'Please repeat the new password' },
  rule: {
    zh: '必须包含大小写字母和数字,且不少于6位',
    en: 'Must contain upper and lower case letters and digits, at least 6 characters',
  },
  strictRule: {
    zh: '必须包含大小写字母和数字，且不少于12位',
    en: 'At least 12 characters with an upper case letter, a lower case letter and a digit',
  },
  mismatch: { zh: '两次输入的密码不一致', en: 'The two passwords do not match' },
  same: { zh: '原密码与新密码不能相同', en: 'The original password cannot be the same as the new one' },
  wrongCurrent: { zh: '登录信息有误,请退出后重试', en: 'The sign-in information is wrong, please log out and retry' },
  succeeded: { zh: '密码修改成功，请重新登录', en: 'The password has been changed, please sign in again' },
  failed: { zh: '密码修改失败', en: 'The password could not be changed' },
  weakTitle: { zh: '密码强度不足', en: 'Weak password' },
  weakContent: {
    zh: '当前密码不符合安全要求（包含大小写字母和数字，且不少于6位），是否现在修改？',
    en: 'Your password does not meet the rule (upper and lower case letters and digits, at least 6 characters). Change it now?',
  },
  weakOk: { zh: '现在修改', en: 'Change now' },
  weakCancel: { zh: '暂不修改', en: 'Not now' },
  pageHint: { zh: '修改成功后需要重新登录。', en: 'You will need to sign in again.' },
  mustTitle: { zh: '请先修改初始密码', en: 'Change your initial password first' },
  mustContent: {
    zh: '为了账号安全，首次登录后需要设置新密码才能继续使用。',
    en: 'To protect your account, set a new password before you continue.',
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    password: typeof password;
  }
}
