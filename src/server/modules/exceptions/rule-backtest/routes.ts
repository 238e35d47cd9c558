import type { ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import { answer, route } from '#server/platform/http/index.ts';
import type { Routes } from '#server/platform/http/index.ts';
import type { Queue } from '#server/platform/queue/index.ts';
import { queryRules } from './query-rules.ts';
import { cancelRun, getRun, queryProblems, queryRuns, startTrial } from './runs.ts';
import { addSetting, changeSetting, querySettings, removeSetting, restoreSetting, settingHistory } from './settings.ts';

/** Detection rules: their settings, and trials on history. */
export const backtestRoutes =
  ({ reference, queue }: { reference: () => ReferenceSnapshot; queue: Queue }): Routes =>
  (app) => {
    const deps = () => ({ reference: reference(), queue });
    route(app, 'detectionRules', ({ ctx }) => queryRules(ctx, reference()));
    route(app, 'ruleSettings', ({ ctx, input }) => querySettings(ctx, input.query.ruleCode, reference()));
    route(app, 'ruleSettingInsert', async ({ ctx, input }) => {
      const changed = await addSetting(ctx, input.body, deps());
      return answer(changed, 'rule.saved', { count: changed.shipments });
    });
    route(app, 'ruleSettingUpdate', async ({ ctx, input }) => {
      const changed = await changeSetting(ctx, input.body, deps());
      return answer(changed, 'rule.saved', { count: changed.shipments });
    });
    route(app, 'ruleSettingDelete', async ({ ctx, input }) => {
      const changed = await removeSetting(ctx, input.body, deps());
      return answer(changed, 'rule.removed', { count: changed.shipments });
    });
    route(app, 'ruleSettingHistory', ({ ctx, input }) => settingHistory(ctx, input.query.ruleCode, reference()));
    route(app, 'ruleSettingRestore', async ({ ctx, input }) => {
      const changed = await restoreSetting(ctx, input.body, deps());
      return answer(changed, 'rule.restored', { count: changed.shipments });
    });
    route(app, 'ruleTry', async ({ ctx, input }) =>
      answer(await startTrial(ctx, input.body, deps()), 'rule.runStarted'),
    );
    route(app, 'ruleRuns', ({ ctx, input }) => queryRuns(ctx, input.body, reference()));
    route(app, 'ruleRun', ({ ctx, input }) => getRun(ctx, input.query.runId, reference()));
    route(app, 'ruleRunProblems', ({ ctx, input }) => queryProblems(ctx, input.body, reference()));
    route(app, 'ruleRunCancel', async ({ ctx, input }) =>
      answer(await cancelRun(ctx, input.body.runId, reference()), 'rule.runCancelled'),
    );
  };
