import { isKeptByPlatform, type Entity } from '#shared/entity/declare.ts';
import { mayOpen, useSession } from '#web/base/session.ts';

/**
 * May the user change rows of this entity? Those that all tenants share are kept by people of the platform; where everybody may
 * read, changing takes the menu code.
 */
export const useMayWrite = (entity: Entity): boolean =>
  useSession(
    (session) =>
      (!isKeptByPlatform(entity) || session.user?.writesShared !== false) &&
      (entity.readers === undefined || mayOpen(session, entity.menu)),
  );
