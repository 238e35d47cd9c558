import type { CallPath } from '../paths.ts';

const ruleMenus = ['/detection-rules'] as const;

/** Calls of the detection rules: their settings, and their runs. */
export const ruleBacktestPaths = {
  detectionRules: { method: 'GET', path: '/api/autotest/rule/query', access: ruleMenus },
  ruleSettings: { method: 'GET', path: '/api/autotest/setting/query', access: ruleMenus },
  ruleSettingInsert: { method: 'POST', path: '/api/autotest/setting/insert', access: ruleMenus },
  ruleSettingUpdate: { method: 'POST', path: '/api/autotest/setting/update', access: ruleMenus },
  ruleSettingDelete: { method: 'POST', path: '/api/autotest/setting/delete', access: ruleMenus },
  ruleSettingHistory: { method: 'GET', path: '/api/autotest/setting/history', access: ruleMenus },
  ruleSettingRestore: { method: 'POST', path: '/api/autotest/setting/restore', access: ruleMenus },
  ruleTry: { method: 'POST', path: '/api/autotest/run/try', access: ruleMenus },
  ruleRuns: { method: 'POST', path: '/api/autotest/run/query', access: ruleMenus },
  ruleRun: { method: 'GET', path: '/api/autotest/run/get', access: ruleMenus },
  ruleRunProblems: { method: 'POST', path: '/api/autotest/run/problems', access: ruleMenus },
  ruleRunCancel: { method: 'POST', path: '/api/autotest/run/cancel', access: ruleMenus },
} as const satisfies Record<string, CallPath>;
