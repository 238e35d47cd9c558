import { answer, route, type Routes } from '#server/platform/http/index.ts';
import { getPreference, savePreference } from './preferences.ts';
import { chooseSavedView, deleteView, querySavedViews, saveView } from './saved-views.ts';

/** What people keep of their lists: column choices that follow them, and views by name. */
export const preferenceRoutes = (): Routes => (app) => {
  route(app, 'preferenceGet', ({ ctx, input }) => getPreference(ctx, input.query.preferenceName));
  route(app, 'preferenceSave', ({ ctx, input }) => savePreference(ctx, input.body));
  route(app, 'savedViews', ({ ctx, input }) => querySavedViews(ctx, input.query.list, input.query.kind));
  route(app, 'savedViewSave', async ({ ctx, input }) => {
    const view = await saveView(ctx, input.body);
    return answer(view, 'view.saved', { name: view.viewName });
  });
  route(app, 'savedViewDelete', async ({ ctx, input }) => {
    const name = await deleteView(ctx, input.body.viewId);
    return answer(null, 'view.deleted', { name });
  });
  route(app, 'savedViewChoose', ({ ctx, input }) => chooseSavedView(ctx, input.body));
};
