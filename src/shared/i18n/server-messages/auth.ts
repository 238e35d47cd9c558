import type { MessageTable } from './types.ts';

/** Sign-in, session, password, users. */
export const authMessages = {
  'auth.userCodeRequired': { zh: '请输入用户名', en: 'Please enter the user name' },
  'auth.passwordRequired': { zh: '请输入密码', en: 'Please enter the password' },
  'auth.loginSucceeded': { zh: '登录成功', en: 'Signed in' },
  'auth.readOnly': {
    zh: '您在服务器磁盘已满时登录，只能查看，不能保存；磁盘有空间后请重新登录',
    en: 'The disk of the server was full when you signed in: you can look, but nothing can be saved. Sign in again once there is room',
  },
  'auth.loginFailed': { zh: '登录失败', en: 'Sign-in failed' },
  'auth.wrongCredentials': { zh: '用户名或密码错误', en: 'The user name or the password is wrong' },
  'auth.slowedDown': {
    zh: '登录失败次数过多，请 {{seconds}} 秒后重试',
    en: 'Too many failed sign-ins; wait {{seconds}} s before the next attempt',
  },
  'auth.loggedOut': { zh: '已退出登录', en: 'Signed out' },
  'auth.permissionsFailed': { zh: '获取权限失败', en: 'The permissions could not be obtained' },
  'auth.mustChangePassword': { zh: '请先修改初始密码', en: 'Change your initial password first' },
  'auth.codeRequired': { zh: '请输入两步验证码', en: 'Enter your verification code' },
  'auth.codeWrong': { zh: '验证码不正确或已使用', en: 'The code is wrong or has been used' },
  'auth.secondFactorOn': { zh: '两步验证已启用', en: 'Two-step verification is on already' },
  'auth.secondFactorOff': { zh: '两步验证未启用', en: 'Two-step verification is not on' },
  'auth.secondFactorNotBegun': { zh: '请先生成密钥', en: 'Make a secret first' },
  'auth.secondFactorSetOn': { zh: '两步验证已启用', en: 'Two-step verification is on' },
  'auth.secondFactorSetOff': { zh: '两步验证已停用', en: 'Two-step verification is off' },
  'user.secondFactorReset': {
    zh: '两步验证已重置，该用户下次只凭密码登录',
    en: 'Two-step verification was reset; the user signs in with the password only',
  },
  'auth.shortPassword': {
    zh: '必须包含大小写字母和数字，且不少于{{length}}位',
    en: 'A password needs at least {{length}} characters with an upper case letter, a lower case letter and a digit',
  },
  'auth.guessablePassword': {
    zh: '该密码过于常见或包含用户编码，容易被猜中，请换一个',
    en: 'This password is common or contains the user code, so it is easily guessed: choose another one',
  },
  'auth.passwordSignInOff': {
    zh: '本系统不使用密码登录，请使用单点登录',
    en: 'Passwords are not used here: use single sign-on',
  },
  'auth.noChangeByGet': {
    zh: '请以 POST 方式修改密码；如需以 GET 方式修改，请由运维人员设置 PASSWORD_CHANGE_BY_GET=on',
    en: 'Change the password by POST; to allow GET, whoever runs the product sets PASSWORD_CHANGE_BY_GET=on',
  },
  'auth.weakPassword': {
    zh: '必须包含大小写字母和数字,且不少于6位',
    en: 'The password must contain upper and lower case letters and digits, at least 6 characters',
  },
  'auth.samePassword': { zh: '原密码与新密码不能相同', en: 'The original password cannot be the same as the new one' },
  'auth.passwordMismatch': { zh: '两次输入的密码不一致', en: 'The two passwords do not match' },
  'auth.currentPasswordRequired': { zh: '请输入原密码', en: 'Please enter the current password' },
  'auth.currentPasswordWrong': {
    zh: '登录信息有误,请退出后重试',
    en: 'The sign-in information is wrong, please log out and retry',
  },
  'auth.passwordChanged': { zh: '密码修改成功，请重新登录', en: 'The password has been changed, please sign in again' },
  'auth.otherPasswordChanged': {
    zh: '密码已重置，该用户下次登录须修改密码',
    en: 'The password has been set; the user must change it at the next sign-in',
  },
  'auth.passwordChangeFailed': { zh: '密码修改失败', en: 'The password could not be changed' },
  'auth.otherUser': { zh: '只能修改自己的密码', en: 'You can change only your own password' },
  'auth.userNotFound': { zh: '用户不存在', en: 'There is no such user' },
  'auth.noPassword': {
    zh: '该账号通过统一身份认证登录，没有本地密码',
    en: 'This account signs in through single sign-on and has no password here',
  },
  'auth.oidcUnknownUser': {
    zh: '该身份未关联本系统用户，请联系管理员',
    en: 'This identity belongs to no user here; ask your administrator',
  },
  'auth.unknownApp': { zh: '未知的应用代码：{{appCode}}', en: 'Unknown application code: {{appCode}}' },
} as const satisfies MessageTable;
