import type { ExportLists } from '#server/modules/administration/export/index.ts';
import { answer, route, type Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { addFileRoutes } from './file-routes.ts';
import { listDatasets, listFiles, orderFile } from './files.ts';
import { type AnalyticsAddress, createRole, dropRole, listRoles, rotateRole } from './roles.ts';

/** What data for analysts needs besides the HTTP side of the process. */
export type AnalyticsDeps = { exportLists: ExportLists; queue: Queue; analyticsAddress: AnalyticsAddress };

/** Roles of the database for analysts, and data files for people and for programs with a key. */
export const analyticsRoutes =
  ({ exportLists: lists, queue, analyticsAddress: address }: AnalyticsDeps): Routes =>
  (app, deps) => {
    route(app, 'analyticsRoleQuery', ({ ctx }) => listRoles(ctx, address));
    route(app, 'analyticsRoleInsert', async ({ ctx, input }) =>
      answer(await createRole(ctx, input.body), 'analytics.created'),
    );
    route(app, 'analyticsRoleRotate', async ({ ctx, input }) =>
      answer(await rotateRole(ctx, input.body), 'analytics.rotated'),
    );
    route(app, 'analyticsRoleDelete', async ({ ctx, input }) =>
      answer(await dropRole(ctx, input.body), 'analytics.deleted'),
    );
    route(app, 'analyticsDatasets', ({ ctx }) => listDatasets(ctx));
    route(app, 'analyticsFileQuery', ({ ctx }) => listFiles({ ctx, lists, queue, input: null }));
    route(app, 'analyticsFileOrder', ({ ctx, input }) => orderFile({ ctx, lists, queue, input: input.body }));
    addFileRoutes(app, deps, { lists, queue });
  };
