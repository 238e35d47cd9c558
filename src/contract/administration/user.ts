import { z } from 'zod';
import { user } from '#entities/user.ts';
import type { EntityInput } from '#shared/entity/declare.ts';
import { sessions } from './auth.ts';
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

export const userCalls = defineCalls({
  userQuery: {
    method: 'POST',
    path: '/api/auth/user/query',
    access: 'admin',
    also: 'GET',
    ...shapes.query,
    summary: { zh: '查询用户', en: 'Users: search' },
  },
  userGet: {
    method: 'GET',
    path: '/api/auth/user/get',
    access: 'admin',
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
    method: 'POST',
    path: '/api/auth/user/insert',
    access: 'admin',
    summary: { zh: '新增用户', en: 'Add a user; the password must be changed at the first sign-in' },
    body: z.object({ ...input, password: z.string().max(200).nullish() }) as unknown as z.ZodType<
      Record<string, unknown>,
      UserInput & { password: string }
    >,
    data: row,
  },
  userUpdate: {
    method: 'POST',
    path: '/api/auth/user/update',
    access: 'admin',
    summary: { zh: '更新用户及其权限', en: 'Change a user and what they may do' },
    body: z.object({ ...input, password: noPassword }) as unknown as z.ZodType<Record<string, unknown>, UserInput>,
    data: row,
  },
  userDelete: {
    method: 'POST',
    path: '/api/auth/user/delete',
    access: 'admin',
    also: 'GET',
    summary: { zh: '删除用户', en: 'Delete a user' },
    query: removal,
    body: removal,
    data: z.null(),
  },
  userRestore: {
    method: 'POST',
    path: '/api/auth/user/restore',
    access: 'admin',
    summary: { zh: '撤销删除用户', en: 'Undo the deletion of a user' },
    body: byId,
    data: row,
  },
  userResetPassword: {
    method: 'POST',
    path: '/api/auth/user/resetPassword',
    access: 'admin',
    summary: { zh: '重置密码', en: 'Reset a password; all sessions of the user end' },
    body: z.object({ userCode: z.string().max(100).nullish(), password: z.string().max(200).nullish() }),
    data: z.null(),
  },
  userSessions: {
    method: 'GET',
    path: '/api/auth/user/sessions',
    access: 'admin',
    summary: { zh: '用户的登录会话', en: 'Open sessions of a user' },
    query: byId,
    data: sessions,
  },
  userResetSecondFactor: {
    method: 'POST',
    path: '/api/auth/user/resetSecondFactor',
    access: 'admin',
    summary: { zh: '重置用户的两步验证', en: 'Reset two-step verification of a user' },
    body: byId,
    data: z.null(),
  },
  userEndSessions: {
    method: 'POST',
    path: '/api/auth/user/endSessions',
    access: 'admin',
    summary: { zh: '结束用户的全部会话', en: 'End all sessions of a user' },
    body: byId,
    data: z.null(),
  },
  userEndSession: {
    method: 'POST',
    path: '/api/auth/user/endSession',
    access: 'admin',
    summary: { zh: '结束用户的一个会话', en: 'End one session of a user' },
    body: z.object({ wlUserId: wireId.nullish(), sessionId: z.string().max(100).nullish() }),
    data: z.null(),
  },
  roleTemplates: {
    method: 'GET',
    path: '/api/auth/role/query',
    access: 'admin',
    summary: { zh: '角色模板', en: 'Role templates: named sets of menus, shipped and own' },
    data: z.array(role),
  },
  roleTemplateSave: {
    method: 'POST',
    path: '/api/auth/role/save',
    access: 'admin',
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
    method: 'POST',
    path: '/api/auth/role/delete',
    access: 'admin',
    summary: { zh: '删除角色模板', en: 'Delete a role template of the own tenant' },
    body: z.object({ roleId: wireId.nullish() }),
    data: z.null(),
  },
});
