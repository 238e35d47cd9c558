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
  language: z.enum(['zh', 'en']),
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

export const authCalls = defineCalls({
  login: {
    summary: { zh: '登录', en: 'Sign in' },
    query: credentials.partial().optional(),
    body: credentials.partial().optional(),
    data: userRecord.nullable(),
  },
  firstRun: {
    summary: { zh: '初始设置：第一个管理员', en: 'Set up a product without users: its first administrator' },
    body: z.object({
      /** Shown on the console where the product was started. */
      code: z.string().max(40),
      userCode: z.string().max(50),
      userName: z.string().max(100),
      password: z.string().max(200),
      platformName: z.string().max(100),
      zone: z.string().max(60),
      language: z.enum(['zh', 'en']),
      tenantCode: z.string().max(50).nullish(),
      tenantName: z.string().max(100).nullish(),
    }),
    data: userRecord,
  },
  logout: { summary: { zh: '退出', en: 'Sign out' }, data: z.null() },
  session: { summary: { zh: '当前用户', en: 'The signed-in user' }, data: userRecord },
  permissions: {
    summary: { zh: '菜单权限', en: 'Menu permissions' },
    query: z.object({ appCode: z.string().max(50).optional() }),
    data: z.array(z.object({ menuCode: z.string() })),
  },
  updatePassword: {
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
    summary: { zh: '两步验证的状态', en: 'Whether two-step verification is on for the caller' },
    data: z.object({
      enabled: z.boolean(),
      since: z.number().nullable(),
      recoveryCodesLeft: z.number().int(),
      hasPassword: z.boolean(),
    }),
  },
  secondFactorBegin: {
    summary: { zh: '生成两步验证的密钥', en: 'Make the secret of two-step verification for an app' },
    body: z.object({ currentPassword }),
    data: z.object({ secret: z.string(), uri: z.string() }),
  },
  secondFactorConfirm: {
    summary: { zh: '启用两步验证', en: 'Switch two-step verification on with a first code' },
    body: z.object({ code }),
    data: z.object({ recoveryCodes: z.array(z.string()) }),
  },
  secondFactorEnd: {
    summary: { zh: '停用两步验证', en: 'Switch two-step verification off' },
    body: z.object({ currentPassword, code }),
    data: z.null(),
  },
  frameToken: {
    summary: { zh: '嵌入页令牌', en: 'Short-lived token for the embedded page' },
    data: z.object({ token: z.string(), expiresInS: z.number().int() }),
  },
  signInOptions: {
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
  tenants: {
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
