import { route, type Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import type { EntityServices } from '../services.ts';
import * as verbs from './import-verbs.ts';

/** The calls that import rows of entities from files. */
export const importRoutes =
  ({ services, queue }: { services: EntityServices; queue: Queue }): Routes =>
  (app) => {
    route(app, 'importOpen', ({ ctx, input }) => verbs.openImport({ ctx, services, queue, input: input.body }));
    route(app, 'importRows', ({ ctx, input }) => verbs.receiveRows({ ctx, services, queue, input: input.body }));
    route(app, 'importRun', ({ ctx, input }) => verbs.orderImport({ ctx, services, queue, input: input.body }));
    route(app, 'importGet', ({ ctx, input }) => verbs.getImport({ ctx, services, queue, input: input.query }));
    route(app, 'importResult', ({ ctx, input }) =>
      verbs.listImportResult({ ctx, services, queue, input: input.query }),
    );
  };
