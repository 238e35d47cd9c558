import { langs } from '#shared/i18n/text.ts';
import { z } from 'zod';
import { defineCalls } from '../call.ts';
import { searchColumnsInput } from '../search-columns.ts';

/** The signed-in user as the browser keeps it. */
const userRecord = z.object({
  wlUserId: z.string(),
  userCode: z.string(),
  userNameCn: z.string(),
  userType: z.enum(['user', 'admin']),
  tenantId: z.string(),
  tenantCode: z.string(),
  tenantName: z.string(),
  email: z.string().nullable(),
  /** The password does not meet the strength rule: ask whether to change it. */
  weakPassword: z.boolean(),
  /** The password must be changed before anything else. */
  mustChangePassword: z.boolean(),
  /** Changes when permissions change; the browser then asks again. */
  menuVersion: z.number().int(),
  language: z.enum(langs),
  /** May change configuration that all tenants share. */
  writesShared: z.boolean(),
  /** Signed in while the disk of the server was full: may look, and change nothing. */
  readOnly: z.boolean().optional(),
});
export type UserRecord = z.output<typeof userRecord>;

const credentials = z.object({
  userCode: z.string().max(100),
  password: z.string().max(200),
  /** Of two-step verification, where the user has one: of the app, or a recovery code. */
  code: z.string().max(40),
});
const currentPassword = z.string().max(200).nullish();
const code = z.string().max(40).nullish();

export const sessions = z.array(
  z.object({
    /** Stands for the session; opens none. */
    sessionId: z.string(),
    /** Is it the session that asks? */
    current: z.boolean(),
    startTime: z.number(),
    lastSeenTime: z.number(),
    expireTime: z.number(),
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
  }),
);

/** The calls that the browser makes before anything but the sign-in page is there. */
export const sessionCalls = defineCalls({
  login: {
    method: 'POST',
    path: '/api/auth/user/login',
    access: 'public',
    also: 'GET',
    summary: { zh: '登录', en: 'Sign in' },
    query: credentials.partial().optional(),
    body: credentials.partial().optional(),
    data: userRecord.nullable(),
  },
  firstRun: {
    method: 'POST',
    path: '/api/auth/firstRun',
    access: 'public',
    summary: { zh: '初始设置：第一个管理员', en: 'Set up a product without users: its first administrator' },
    body: z.object({
      /** Shown on the console where the product was started. */
      code: z.string().max(40),
      userCode: z.string().max(50),
      userName: z.string().max(100),
      password: z.string().max(200),
      platformName: z.string().max(100),
      zone: z.string().max(60),
      language: z.enum(langs),
      tenantCode: z.string().max(50).nullish(),
      tenantName: z.string().max(100).nullish(),
    }),
    data: userRecord,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/user/logout',
    access: 'public',
    summary: { zh: '退出', en: 'Sign out' },
    data: z.null(),
  },
  session: {
    method: 'GET',
    path: '/api/auth/user/session',
    access: 'session',
    summary: { zh: '当前用户', en: 'The signed-in user' },
    data: userRecord,
  },
  permissions: {
    method: 'GET',
    path: '/api/auth/user/permissions',
    access: 'session',
    summary: { zh: '菜单权限', en: 'Menu permissions' },
    query: z.object({ appCode: z.string().max(50).optional() }),
    data: z.array(z.object({ menuCode: z.string() })),
  },
  signInOptions: {
    method: 'GET',
    path: '/api/auth/signInOptions',
    access: 'public',
    summary: { zh: '登录方式', en: 'Ways to sign in' },
    data: z.object({
      oidc: z.boolean(),
      /** There is no user yet: the first administrator is to be entered. */
      firstRun: z.boolean(),
      passwordSignIn: z.boolean(),
      /** What is demanded of new passwords. */
      passwordPolicy: z.enum(['standard', 'strict']),
      demoLogins: z.array(
        z.object({ userCode: z.string(), password: z.string(), role: z.object({ zh: z.string(), en: z.string() }) }),
      ),
      dataPageUrl: z.string().nullable(),
      ftPageUrl: z.string().nullable(),
    }),
  },
});

/** Calls about the caller's own account, and whom the caller sees. */
export const authCalls = defineCalls({
  updatePassword: {
    method: 'POST',
    path: '/api/auth/user/updatePassword',
    access: 'session',
    also: 'GET',
    summary: { zh: '修改密码', en: 'Change the own password' },
    query: z
      .object({ userCode: z.string().max(100), password: z.string().max(200), currentPassword: z.string().max(200) })
      .partial()
      .optional(),
    body: z
      .object({ userCode: z.string().max(100), password: z.string().max(200), currentPassword: z.string().max(200) })
      .partial()
      .optional(),
    data: z.null(),
  },
  secondFactor: {
    method: 'GET',
    path: '/api/auth/account/secondFactor',
    access: 'session',
    summary: { zh: '两步验证的状态', en: 'Whether two-step verification is on for the caller' },
    data: z.object({
      enabled: z.boolean(),
      since: z.number().nullable(),
      recoveryCodesLeft: z.number().int(),
      hasPassword: z.boolean(),
    }),
  },
  secondFactorBegin: {
    method: 'POST',
    path: '/api/auth/account/secondFactor/begin',
    access: 'session',
    summary: { zh: '生成两步验证的密钥', en: 'Make the secret of two-step verification for an app' },
    body: z.object({ currentPassword }),
    data: z.object({ secret: z.string(), uri: z.string() }),
  },
  secondFactorConfirm: {
    method: 'POST',
    path: '/api/auth/account/secondFactor/confirm',
    access: 'session',
    summary: { zh: '启用两步验证', en: 'Switch two-step verification on with a first code' },
    body: z.object({ code }),
    data: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  secondFactorEnd: {
    method: 'POST',
    path: '/api/auth/account/secondFactor/end',
    access: 'session',
    summary: { zh: '停用两步验证', en: 'Switch two-step verification off' },
    body: z.object({ currentPassword, code }),
    data: z.null(),
  },
  // Not named as reading calls are: an embedded page must not see where somebody is signed in.
  ownSessions: {
    method: 'GET',
    path: '/api/auth/account/logins',
    access: 'session',
    summary: { zh: '本人的登录会话', en: 'Open sessions of the caller' },
    data: sessions,
  },
  ownSessionEnd: {
    method: 'POST',
    path: '/api/auth/account/endLogin',
    access: 'session',
    summary: { zh: '结束本人的一个会话', en: 'End one session of the caller' },
    body: z.object({ sessionId: z.string().max(100).nullish() }),
    data: z.null(),
  },
  frameToken: {
    method: 'POST',
    path: '/api/auth/user/frameToken',
    access: 'session',
    summary: { zh: '嵌入页令牌', en: 'Short-lived token for the embedded page' },
    data: z.object({ token: z.string(), expiresInS: z.number().int() }),
  },
  tenants: {
    method: 'GET',
    path: '/api/auth/tenant/getAll',
    access: 'session',
    summary: { zh: '租户列表', en: 'Tenants the caller may see' },
    data: z.array(
      z.object({
        wlTenantId: z.string(),
        tenantCode: z.string(),
        tenantName: z.string(),
        /** Its name in the other language, by which it is found too; absent where it has none. */
        otherName: z.string().optional(),
      }),
    ),
  },
  users: {
    method: 'GET',
    path: '/api/auth/wlUser/query',
    access: 'session',
    summary: { zh: '用户列表', en: 'Users the caller may name as responsible' },
    query: z.object({
      currentPage: z.coerce.number().int().min(1).default(1),
      pageSize: z.coerce.number().int().min(1).max(9999).default(1000),
      searchColumns: searchColumnsInput,
      keyword: z.string().max(100).optional(),
      /** Only who may see one of these tenants, by their codes with commas between. */
      tenantCodes: z.string().max(20_000).optional(),
    }),
    data: z.object({
      wlUsers: z.array(
        z.object({ wlUserId: z.string(), userCode: z.string(), userNameCn: z.string(), tenantName: z.string() }),
      ),
      totalPage: z.number().int(),
      totalRecord: z.number().int(),
    }),
  },
});
