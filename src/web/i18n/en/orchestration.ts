import type { Messages } from '../messages.ts';
import type { orchestration as zh } from '../zh/orchestration.ts';

export const orchestration: Messages<typeof zh> = {
  versions: 'Versions',
  versionTypes: 'Version types of {{version}}',
  subPackages: 'Sub-packages of {{version}}',
  noVersion: 'Save and choose a version first',
  index: 'No.',
  detailDesc: 'Name of the sub-package',
  versionSaveFailed: 'The package version could not be saved',
  typeSaveFailed: 'The version type could not be saved',
  subSaveFailed: 'The sub-package could not be saved',
  leaveTitle: 'Discard unsaved changes?',
  leaveContent: 'Version types or sub-packages of this version have unsaved changes.',
  runNow: 'Run now',
  runFailed: 'The job could not be started',
  functions: 'Functions',
  functionSaveFailed: 'The functions could not be saved',
  packageName: 'Package code',
  processType: 'Process type',
  processName: 'Process name',
  createTime: 'Created',
  lastModifyTime: 'Changed',
};
