import type { MessageTable } from './types.ts';

/** Packages (product definitions) and processes (product configurations): what saving and deleting them says. */
export const automationMessages = {
  'package.addFailed': { zh: '产品定义新增失败', en: 'The product definition could not be added' },
  'package.updateFailed': { zh: '产品包更新失败', en: 'The package could not be updated' },
  'package.removeFailed': { zh: '产品定义删除失败', en: 'The product definition could not be deleted' },
  'package.versionSaveFailed': { zh: '版本保存失败', en: 'The versions could not be saved' },
  'package.versionRemoveFailed': { zh: '版本删除失败', en: 'The version could not be deleted' },
  'package.versionTypeSaveFailed': { zh: '版本类型保存失败', en: 'The version types could not be saved' },
  'package.versionTypeRemoveFailed': { zh: '版本类型删除失败', en: 'The version type could not be deleted' },
  'package.subPackageSaveFailed': { zh: '子产品包保存失败', en: 'The sub-packages could not be saved' },
  'package.subPackageRemoveFailed': { zh: '子产品包删除失败', en: 'The sub-package could not be deleted' },
  'process.removeFailed': { zh: '产品配置删除失败', en: 'The product configuration could not be deleted' },
} as const satisfies MessageTable;
