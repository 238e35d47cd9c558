import { useQueryClient } from '@tanstack/react-query';
import type { RuleRun, RuleSetting } from '#contract/exceptions/rule-backtest.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import { type Draft, inputOf } from './draft.ts';

const afterChange = ['detectionRules', 'ruleSettings', 'ruleSettingHistory', 'ruleRuns'];

/** What people do with a rule; each tells what came of it and asks again for what it changed. */
export function useRuleActs(ruleCode: string) {
  const t = useT();
  const client = useQueryClient();
  const refresh = async (names: readonly string[]): Promise<void> => {
    for (const name of names) await client.invalidateQueries({ queryKey: [name] });
  };
  const doing = async (failed: string, work: () => Promise<{ msg: string }>): Promise<boolean> => {
    try {
      toast.success((await work()).msg);
      await refresh(afterChange);
      return true;
    } catch (error) {
      toast.failure(error, failed);
      return false;
    }
  };
  return {
    /** Adds the settings of a level, or changes those that are there. */
    save: (draft: Draft, row: RuleSetting | undefined): Promise<boolean> => {
      const { values = {}, enabled = null, ...scope } = inputOf(ruleCode, draft);
      return doing(t('detectionRules.settings.failed'), () =>
        row === undefined
          ? callFull('ruleSettingInsert', { ...scope, values, enabled })
          : callFull('ruleSettingUpdate', {
              ruleSettingId: row.ruleSettingId,
              recordVersion: row.recordVersion,
              values,
              enabled,
            }),
      );
    },
    remove: async ({ ruleSettingId, recordVersion }: RuleSetting): Promise<void> => {
      const agreed = await confirm({
        title: t('detectionRules.settings.removeTitle'),
        content: t('detectionRules.settings.removeText'),
        okText: t('detectionRules.settings.remove'),
      });
      if (!agreed) return;
      await doing(t('detectionRules.settings.failed'), () =>
        callFull('ruleSettingDelete', { ruleSettingId, recordVersion }),
      );
    },
    undo: async (auditId: string): Promise<void> => {
      const agreed = await confirm({
        title: t('detectionRules.history.undoTitle'),
        content: t('detectionRules.history.undoText'),
        okText: t('detectionRules.history.undo'),
      });
      if (agreed)
        await doing(t('detectionRules.history.undoFailed'), () => callFull('ruleSettingRestore', { auditId }));
    },
    /** Starts a trial; undefined when it was refused. */
    start: async (draft: Draft, days: number): Promise<RuleRun | undefined> => {
      try {
        const { data } = await callFull('ruleTry', { ...inputOf(ruleCode, draft), days });
        await refresh(['ruleRuns']);
        return data;
      } catch (error) {
        toast.failure(error, t('detectionRules.trial.failed'));
        return undefined;
      }
    },
    cancel: async (runId: string): Promise<void> => {
      try {
        toast.success((await callFull('ruleRunCancel', { runId })).msg);
      } catch (error) {
        toast.failure(error, t('detectionRules.trial.failed'));
      }
      await refresh(['ruleRun', 'ruleRuns']);
    },
  };
}
