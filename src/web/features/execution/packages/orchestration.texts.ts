import type { TextTree } from '#web/i18n/all-texts.ts';

/** Packages and processes. */
export const orchestration = {
  versions: { zh: '版本', en: 'Versions' },
  versionTypes: { zh: '{{version}} 的版本类型', en: 'Version types of {{version}}' },
  subPackages: { zh: '{{version}} 的子产品', en: 'Sub-packages of {{version}}' },
  noVersion: { zh: '请先保存并选择一个版本', en: 'Save and choose a version first' },
  index: { zh: '序号', en: 'No.' },
  detailDesc: { zh: '明细产品名称', en: 'Name of the sub-package' },
  leaveTitle: { zh: '切换到另一个版本？', en: 'Switch to another version?' },
  leaveContent: {
    zh: '当前版本的版本类型或子产品有未保存的修改。切换后，这些修改不随产品一起保存，但会保留在本浏览器中，再次选择该版本时可以继续填写。',
    en: 'Version types or sub-packages of this version have unsaved changes. After switching they are not saved with the package, but stay in this browser. You can restore them when you choose this version again.',
  },
  leave: { zh: '切换', en: 'Switch' },
  runNow: { zh: '立即执行', en: 'Run now' },
  runFailed: { zh: '未能启动作业', en: 'The job could not be started' },
  runMany: {
    button: { zh: '执行筛选出的全部', en: 'Run all filtered' },
    none: { zh: '没有符合筛选条件的流程', en: 'No process matches the filters' },
    ask: {
      zh: '筛选出的全部 {{count}} 个流程各启动一个作业？',
      en: 'Run all {{count}} filtered {{count, plural(one: process; other: processes)}}?',
    },
    about: {
      zh: '符合筛选条件的每个流程各排队一次，优先级取流程自身的设置。',
      en: 'Each process that matches the filters is queued once, with its own priority.',
    },
    cut: {
      zh: '每个流程各排队一次，一次最多 100,000 个；其余请缩小筛选范围后再执行。',
      en: 'Each process is queued once, at most 100,000 at a time; narrow the filters for the rest.',
    },
    results: { zh: '已启动的作业', en: 'Started jobs' },
    count: { zh: '{{started}} 个已启动，{{rest}} 个未启动', en: '{{started}} started, {{rest}} refused' },
    tenant: { zh: '租户', en: 'Tenant' },
    result: { zh: '结果', en: 'Result' },
  },
  functions: { zh: '流程函数', en: 'Functions' },
  packageName: { zh: '产品代码', en: 'Package code' },
  processType: { zh: '流程类型', en: 'Process type' },
  processName: { zh: '流程名称', en: 'Process name' },
  createTime: { zh: '创建时间', en: 'Created' },
  lastModifyTime: { zh: '修改时间', en: 'Changed' },
  script: {
    work: { zh: '执行内容', en: 'What it runs' },
    open: { zh: '版本 {{version}} 的执行内容', en: 'What version {{version}} runs' },
    title: { zh: '{{name}} 的执行内容', en: 'What {{name}} runs' },
    kind: { zh: '类型', en: 'Kind' },
    kinds: {
      script: { zh: '脚本', en: 'Script' },
      handler: { zh: '内置处理程序', en: 'Built-in handler' },
    },
    handler: { zh: '处理程序', en: 'Handler' },
    hosts: { zh: '可访问的地址', en: 'Addresses it may call' },
    site: { zh: '船公司网站', en: 'site of the carrier' },
    script: { zh: '脚本', en: 'Script' },
    help: {
      zh: '脚本是异步函数的函数体，可使用 robot 和 input，返回值为作业输出。只能访问上面列出的主机；输入 robot. 查看可用的接口。',
      en: 'The body of an asynchronous function with robot and input; its return value is the output of the job. It can call only the hosts above. Type robot. to see the interface.',
    },
    upload: { zh: '上传文件', en: 'Upload a file' },
    tooLarge: { zh: '文件不能超过 200 KB', en: 'The file may have at most 200 KB' },
    shared: {
      zh: '软件包由所有租户共用，只有平台人员可以修改；可以用本租户的数据试运行。',
      en: 'All tenants share packages: only platform users can change them. You can test the version on data of your tenant.',
    },
    used: {
      zh: '该版本已被作业使用，内容不能修改。如需修改，请新建版本。',
      en: 'Jobs have run this version, so it can no longer be changed. Add a new version instead.',
    },
    failed: { zh: '操作失败', en: 'The action failed' },
    trials: { zh: '试运行与发布', en: 'Tests and release' },
    try: { zh: '试运行', en: 'Try' },
    trial: { zh: '试运行', en: 'Trial' },
    comparedWith: { zh: '对照作业', en: 'Compared with' },
    state: { zh: '状态', en: 'State' },
    differences: { zh: '差异（原值、新值）', en: 'Differences (before, after)' },
    equal: { zh: '结果相同', en: 'Same result' },
    absent: { zh: '无', en: 'none' },
    noTrials: {
      zh: '尚未试运行。试运行使用其他版本最近作业的输入和保存的应答，结果不会发布。',
      en: 'Not tested yet. A test uses the input and the stored answers of the newest jobs of other versions; its result is not published.',
    },
    release: { zh: '发布', en: 'Release' },
    releaseTitle: { zh: '发布版本 {{version}}？', en: 'Release version {{version}}?' },
    releaseAbout: {
      zh: '{{count}} 个流程将改用此版本。发布旧版本即可回退。',
      en: '{{count}} {{count, plural(one: process; other: processes)}} will run this version. To go back, release a previous version.',
    },
    processes: {
      zh: '{{count}} 个流程使用此版本，{{others}} 个使用其他版本',
      en: '{{count}} {{count, plural(one: process; other: processes)}} run this version, {{others}} another one',
    },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    orchestration: typeof orchestration;
  }
}
