import { sql, type SqlBool } from 'kysely';
import type { CallData } from '#contract/index.ts';
import { user } from '#entities/user.ts';
import { presentOne, queryRows, type EntityServices } from '#server/entity/index.ts';
import { answer, route, type HttpModule } from '#server/platform/http/index.ts';
import { getManagedUser } from './load-user.ts';
import { endSessions, listSessions, removeUser, resetPassword, restoreUser } from './remove-user.ts';
import { insertUser, updateUser, type UserInput } from './save-user.ts';

const present = sql<SqlBool>`t.removed_at is null`;

/** Users for administrators: the list, rights, passwords and sessions. */
export const userModule = (services: EntityServices): HttpModule => ({
  name: 'user',
  routes: (app, { sessions }) => {
    route(app, 'userQuery', async ({ ctx, input, request }) => {
      const asked = (request.method === 'POST' ? input.body : input.query) as Parameters<typeof queryRows>[0]['input'];
      return (await queryRows({ ctx, entity: user, services, input: asked }, [present])) as CallData<'userQuery'>;
    });
    route(app, 'userGet', async ({ ctx, input }) => {
      const { row, rights } = await getManagedUser(ctx, input.query.wlUserId);
      return {
        user: (await presentOne(ctx, user, row, services)) as CallData<'userGet'>['user'],
        menus: rights.menus,
        tenantIds: rights.tenantIds.map(String),
        allTenants: rights.allTenants ? (1 as const) : (0 as const),
        mustChangePassword: row['must_change_password'] === true,
      };
    });
    route(app, 'userInsert', async ({ ctx, input }) =>
      answer(await insertUser({ ctx, services, input: input.body as UserInput }), 'entity.text', {
        text: user.said.added[ctx.lang],
      }),
    );
    route(app, 'userUpdate', async ({ ctx, input }) =>
      answer(await updateUser({ ctx, services, input: input.body as UserInput }), 'entity.text', {
        text: user.said.updated[ctx.lang],
      }),
    );
    route(app, 'userDelete', async ({ ctx, input }) => {
      const id = (input.body ?? input.query)?.wlUserId;
      return answer(await removeUser({ ctx, services, sessions, input: id }), 'entity.text', {
        text: user.said.removed[ctx.lang],
      });
    });
    route(app, 'userRestore', async ({ ctx, input }) =>
      answer(await restoreUser({ ctx, services, input: input.body.wlUserId }), 'success.restored'),
    );
    route(app, 'userResetPassword', async ({ ctx, input }) =>
      answer(await resetPassword({ ctx, services, sessions, input: input.body }), 'user.passwordReset'),
    );
    route(app, 'userSessions', ({ ctx, input }) => listSessions({ ctx, services, input: input.query.wlUserId }));
    route(app, 'userEndSessions', async ({ ctx, input }) =>
      answer(await endSessions({ ctx, services, sessions, input: input.body.wlUserId }), 'user.sessionsEnded'),
    );
  },
});
