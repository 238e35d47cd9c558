import { z } from 'zod';
import { user } from '#entities/user.ts';
import type { EntityInput } from '#shared/entity/declare.ts';
import { defineCalls, wireFlag, wireId } from './call.ts';
import { type EntityShapes, inputFields, shapesOfEntity } from './entity.ts';

const shapes = shapesOfEntity(user) as unknown as EntityShapes<typeof user>;
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
const byId = z.object({ wlUserId: wireId.nullish() });

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
    body: z.looseObject({ ...input, password: z.string().max(200).nullish() }) as unknown as z.ZodType<
      Record<string, unknown>,
      UserInput & { password: string }
    >,
    data: row,
  },
  userUpdate: {
    summary: { zh: '更新用户及其权限', en: 'Change a user and what they may do' },
    body: z.looseObject(input) as unknown as z.ZodType<Record<string, unknown>, UserInput>,
    data: row,
  },
  userDelete: { summary: { zh: '删除用户', en: 'Delete a user' }, query: byId, body: byId, data: z.null() },
  userRestore: { summary: { zh: '撤销删除用户', en: 'Undo the deletion of a user' }, body: byId, data: row },
  userResetPassword: {
    summary: { zh: '重置密码', en: 'Reset a password; all sessions of the user end' },
    body: z.object({ userCode: z.string().max(100).nullish(), password: z.string().max(200).nullish() }),
    data: z.null(),
  },
  userSessions: {
    summary: { zh: '用户的登录会话', en: 'Open sessions of a user' },
    query: byId,
    data: z.array(
      z.object({
        startTime: z.number(),
        lastSeenTime: z.number(),
        expireTime: z.number(),
        ip: z.string().nullable(),
        userAgent: z.string().nullable(),
      }),
    ),
  },
  userEndSessions: {
    summary: { zh: '结束用户的全部会话', en: 'End all sessions of a user' },
    body: byId,
    data: z.null(),
  },
});
