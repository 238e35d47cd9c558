import { z } from 'zod';
import { user } from '#entities/user.ts';
import type { EntityInput } from '#shared/entity/declare.ts';
import { defineCalls, wireFlag, wireId } from '../call.ts';
import { entityShapes, inputFields } from '../entity.ts';
import { sentBack } from '../wire/rows.ts';

const shapes = entityShapes(user);
const row = shapes.get.data;

const rights = {
  /** Codes of the menus the user may open. */
  menus: z.array(z.string().max(100)).max(500).nullish(),
  /** Tenants besides the own one. */
  tenantIds: z.array(wireId).max(1000).nullish(),
  allTenants: wireFlag.nullish(),
};
type Rights = {
  menus?: readonly string[] | null;
  tenantIds?: readonly (string | number)[] | null;
  allTenants?: 0 | 1 | boolean | null;
};
type UserInput = EntityInput<typeof user> & Rights;

const input = { ...inputFields(user), ...rights };
/** The form of the specification sends its empty field along; a password is changed by `userResetPassword`. */
const noPassword = z.literal('').nullish();
const byId = z.object({ wlUserId: wireId.nullish() });
/** An older `recordVersion` is refused. */
const removal = byId.extend({ recordVersion: z.coerce.number().int().nullish() });

const role = z.object({
  /** Id of an own template; a code for one of the product. */
  roleId: z.string(),
  roleName: z.string(),
  shipped: z.boolean(),
  tenantName: z.string().nullable(),
  menus: z.array(z.string()),
  recordVersion: z.number().int(),
});
export type RoleTemplate = z.output<typeof role>;

const sessions = z.array(
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

export const userCalls = defineCalls({
  userQuery: { ...shapes.query, summary: { zh: '查询用户', en: 'Users: search' } },
  userGet: {
    summary: { zh: '用户详情及权限', en: 'A user with menus and tenants' },
    query: byId,
    data: z.object({
      user: row,
      menus: z.array(z.string()),
      tenantIds: z.array(z.string()),
      allTenants: z.union([z.literal(0), z.literal(1)]),
      mustChangePassword: z.boolean(),
    }),
  },
  userInsert: {
    summary: { zh: '新增用户', en: 'Add a user; the password must be changed at the first sign-in' },
    body: z.object({ ...input, password: z.string().max(200).nullish() }) as unknown as z.ZodType<
      Record<string, unknown>,
      UserInput & { password: string }
    >,
    data: row,
  },
  userUpdate: {
    summary: { zh: '更新用户及其权限', en: 'Change a user and what they may do' },
    body: z.object({ ...input, password: noPassword }) as unknown as z.ZodType<Record<string, unknown>, UserInput>,
    data: row,
  },
  userDelete: { summary: { zh: '删除用户', en: 'Delete a user' }, query: removal, body: removal, data: z.null() },
  userRestore: { summary: { zh: '撤销删除用户', en: 'Undo the deletion of a user' }, body: byId, data: row },
  userResetPassword: {
    summary: { zh: '重置密码', en: 'Reset a password; all sessions of the user end' },
    body: z.object({ userCode: z.string().max(100).nullish(), password: z.string().max(200).nullish() }),
    data: z.null(),
  },
  userSessions: {
    summary: { zh: '用户的登录会话', en: 'Open sessions of a user' },
    query: byId,
    data: sessions,
  },
  ownSessions: { summary: { zh: '本人的登录会话', en: 'Open sessions of the caller' }, data: sessions },
  ownSessionEnd: {
    summary: { zh: '结束本人的一个会话', en: 'End one session of the caller' },
    body: z.object({ sessionId: z.string().max(100).nullish() }),
    data: z.null(),
  },
  userResetSecondFactor: {
    summary: { zh: '重置用户的两步验证', en: 'Reset two-step verification of a user' },
    body: byId,
    data: z.null(),
  },
  userEndSessions: {
    summary: { zh: '结束用户的全部会话', en: 'End all sessions of a user' },
    body: byId,
    data: z.null(),
  },
  userEndSession: {
    summary: { zh: '结束用户的一个会话', en: 'End one session of a user' },
    body: z.object({ wlUserId: wireId.nullish(), sessionId: z.string().max(100).nullish() }),
    data: z.null(),
  },
  roleTemplates: {
    summary: { zh: '角色模板', en: 'Role templates: named sets of menus, shipped and own' },
    data: z.array(role),
  },
  roleTemplateSave: {
    summary: { zh: '保存角色模板', en: 'Keep a set of menus under a name, or change it' },
    body: z.object({
      ...sentBack(role),
      roleId: wireId.nullish(),
      roleName: z.string().max(100).nullish(),
      menus: z.array(z.string().max(100)).max(500),
      recordVersion: z.coerce.number().int().nullish(),
    }),
    data: role,
  },
  roleTemplateDelete: {
    summary: { zh: '删除角色模板', en: 'Delete a role template of the own tenant' },
    body: z.object({ roleId: wireId.nullish() }),
    data: z.null(),
  },
});
