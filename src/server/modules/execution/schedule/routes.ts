import { answer, type Routes, route } from '#server/platform/http/index.ts';
import { actOnSchedules } from './act-on-schedules.ts';
import { previewSchedule } from './preview-schedule.ts';
import { scheduleOutlook } from './schedule-outlook.ts';

/** Schedules as people steer them; what became of their runs is a declared list. */
export const scheduleRoutes = (): Routes => (app) => {
  route(app, 'scheduleAct', async ({ ctx, input }) => {
    const done = await actOnSchedules(ctx, input.body);
    return answer(done, `schedule.done.${input.body.act}`, { count: done.changed });
  });
  route(app, 'scheduleOutlook', ({ ctx }) => scheduleOutlook(ctx));
  route(app, 'schedulePreview', ({ ctx, input }) => previewSchedule(ctx, input.body));
};
