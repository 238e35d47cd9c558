import type { EntityName } from '#entities/index.ts';
import { definePage, type PageManifest } from '#web/base/define-page.ts';

/** Declares the screen of an entity: list, dialog, import and history are drawn from its declaration. */
export const entityScreen = (entity: EntityName, page: Omit<PageManifest, 'load'>): PageManifest =>
  definePage({
    texts: ['entity', 'entityImport'],
    ...page,
    load: () =>
      import('./EntityScreen.tsx').then((module) => ({
        default: () => module.EntityScreen({ entity, route: page.route }),
      })),
  });
