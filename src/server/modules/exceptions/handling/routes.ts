import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import * as causes from './causes.ts';
import { addComment, removeComment } from './comments.ts';
import * as results from './delete-results.ts';
import { getExceptionResult, listExceptionResults } from './get-result.ts';
import { getHistory } from './history.ts';
import { saveCauses } from './save-causes.ts';

/** What people record about exceptions: causes, what was done, comments; and their history. */
export const handlingRoutes =
  ({ reference }: { reference: () => ReferenceSnapshot }): Routes =>
  (app) => {
    route(app, 'exceptionResultById', ({ ctx, input }) =>
      getExceptionResult({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'allExceptionResults', ({ ctx, input }) =>
      listExceptionResults({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'deleteExceptionResults', async ({ ctx, input }) =>
      answer(await results.deleteExceptionResults({ ctx, input: input.body }), 'success.deleted'),
    );
    route(app, 'exceptionHistory', ({ ctx, input }) => getHistory({ ctx, input: input.query, reference: reference() }));
    route(app, 'addExceptionComment', async ({ ctx, input }) =>
      answer(await addComment({ ctx, input: input.body }), 'handling.commented'),
    );
    route(app, 'removeExceptionComment', async ({ ctx, input }) =>
      answer(
        await removeComment({ ctx, input: input.body }),
        input.body.isDelete === 1 ? 'success.deleted' : 'handling.commentRestored',
      ),
    );
    route(app, 'saveExceptionCauses', async ({ ctx, input }) =>
      answer(await saveCauses({ ctx, input: input.body, reference: reference() }), 'success.saved'),
    );
    route(app, 'exceptionCauses', ({ ctx, input }) =>
      causes.queryCauses({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'exceptionCauseById', ({ ctx, input }) =>
      causes.getCause({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'allExceptionCauses', ({ ctx, input }) =>
      causes.listAllCauses({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'deleteExceptionCauses', async ({ ctx, input }) =>
      answer(await causes.deleteCauses({ ctx, input: input.body }), 'success.deleted'),
    );
    route(app, 'causeStatusById', ({ ctx, input }) =>
      causes.getCauseStatus({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'allCauseStatuses', ({ ctx, input }) =>
      causes.listAllCauseStatuses({ ctx, input: input.query, reference: reference() }),
    );
    route(app, 'deleteCauseStatuses', async ({ ctx, input }) =>
      answer(await causes.deleteCauseStatuses({ ctx, input: input.body }), 'success.deleted'),
    );
    route(app, 'handleStatusById', ({ ctx, input }) => results.getHandleStatus({ ctx, input: input.query }));
    route(app, 'allHandleStatuses', ({ ctx, input }) => results.listHandleStatusChoices({ ctx, input: input.query }));
    route(app, 'deleteHandleStatuses', async ({ ctx, input }) =>
      answer(await results.deleteHandleStatuses({ ctx, input: input.body }), 'success.deleted'),
    );
  };
