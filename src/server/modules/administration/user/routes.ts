import type { FastifyRequest } from 'fastify';
import { sql, type SqlBool } from 'kysely';
import type { CallData } from '#contract/index.ts';
import { user } from '#entities/user.ts';
import { queryRows, type EntityServices } from '#server/entity/index.ts';
import { entityExport } from '#server/modules/administration/configuration/index.ts';
import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import type { Principal } from '#server/platform/auth/principal.ts';
import { unauthenticated } from '#server/platform/errors/app-error.ts';
import type { SessionStore } from '#server/platform/auth/session-store.ts';
import { answer, route, type App, type Routes } from '#server/platform/http/index.ts';
import { asRecord } from '#shared/values/objects.ts';
import { getManagedUser, presentUser } from './load-user.ts';
import { removeUser, resetPassword, restoreUser } from './remove-user.ts';
import { deleteRoleTemplate, listRoleTemplates, saveRoleTemplate } from './role-templates.ts';
import { insertUser, updateUser } from './save-user.ts';
import {
  endOwnSession,
  endSession,
  endSessions,
  listOwnSessions,
  listSessions,
  resetSecondFactor,
} from './sessions.ts';

/** Users that were not removed, of rows named t. */
const presentUsers = sql<SqlBool>`t.removed_at is null`;

/** The list of users as a file. */
export const userExports = ({
  services,
  reference,
}: {
  services: EntityServices;
  reference: () => ReferenceSnapshot;
}) => ({ user: entityExport(services, reference, user, 'userQuery', [presentUsers]) });

/** Users for administrators: the list, rights, passwords and sessions. */
export const userRoutes =
  ({ services }: { services: EntityServices }): Routes =>
  (app, { sessions, settings: { passwordPolicy } }) => {
    route(app, 'userQuery', async ({ ctx, input, request }) => {
      const asked = (request.method === 'POST' ? input.body : input.query) as Parameters<typeof queryRows>[0]['input'];
      return (await queryRows({ ctx, entity: user, services, input: asked }, [presentUsers])) as CallData<'userQuery'>;
    });
    route(app, 'userGet', async ({ ctx, input }) => {
      const { row, rights } = await getManagedUser(ctx, input.query.wlUserId);
      return {
        user: await presentUser(ctx, row, services),
        menus: rights.menus,
        tenantIds: rights.tenantIds.map(String),
        allTenants: rights.allTenants ? (1 as const) : (0 as const),
        mustChangePassword: row['must_change_password'] === true,
      };
    });
    route(app, 'userInsert', async ({ ctx, input }) => {
      const call = { ctx, services, passwordPolicy, input: asRecord(input.body) };
      const added = await insertUser(call);
      return answer(added, 'entity.text', { text: user.said.added[ctx.lang] });
    });
    route(app, 'userUpdate', async ({ ctx, input }) =>
      answer(await updateUser({ ctx, services, input: asRecord(input.body) }), 'entity.text', {
        text: user.said.updated[ctx.lang],
      }),
    );
    route(app, 'userDelete', async ({ ctx, input }) => {
      const removal = input.body ?? input.query ?? {};
      return answer(await removeUser({ ctx, services, sessions, input: removal }), 'entity.text', {
        text: user.said.removed[ctx.lang],
      });
    });
    route(app, 'userRestore', async ({ ctx, input }) =>
      answer(await restoreUser({ ctx, services, input: input.body.wlUserId }), 'success.restored'),
    );
    route(app, 'userResetPassword', async ({ ctx, input }) =>
      answer(await resetPassword({ ctx, services, sessions, passwordPolicy, input: input.body }), 'user.passwordReset'),
    );
    addSessionRoutes(app, services, sessions);
    addRoleRoutes(app);
  };

function principalOf(request: FastifyRequest): Principal {
  const principal = request.caller?.principal;
  if (principal === undefined) throw unauthenticated();
  return principal;
}

function addSessionRoutes(app: App, services: EntityServices, sessions: SessionStore): void {
  route(app, 'userSessions', ({ ctx, input, request }) =>
    listSessions({ ctx, services, input: input.query.wlUserId }, request.caller?.principal?.tokenHash),
  );
  route(app, 'ownSessions', ({ ctx, request }) => listOwnSessions(ctx, principalOf(request)));
  route(app, 'ownSessionEnd', async ({ ctx, input, request }) =>
    answer(await endOwnSession(ctx, principalOf(request), input.body.sessionId), 'user.sessionEnded'),
  );
  route(app, 'userResetSecondFactor', async ({ ctx, input }) =>
    answer(await resetSecondFactor(ctx, input.body.wlUserId), 'user.secondFactorReset'),
  );
  route(app, 'userEndSession', async ({ ctx, input }) =>
    answer(await endSession({ ctx, services, input: input.body }), 'user.sessionEnded'),
  );
  route(app, 'userEndSessions', async ({ ctx, input }) =>
    answer(await endSessions({ ctx, services, sessions, input: input.body.wlUserId }), 'user.sessionsEnded'),
  );
}

function addRoleRoutes(app: App): void {
  route(app, 'roleTemplates', ({ ctx }) => listRoleTemplates(ctx));
  route(app, 'roleTemplateSave', async ({ ctx, input }) =>
    answer(await saveRoleTemplate(ctx, input.body), 'user.roleSaved'),
  );
  route(app, 'roleTemplateDelete', async ({ ctx, input }) =>
    answer(await deleteRoleTemplate(ctx, input.body.roleId), 'user.roleDeleted'),
  );
}
