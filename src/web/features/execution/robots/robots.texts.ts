import type { TextTree } from '#web/i18n/all-texts.ts';

/** Robots and environments. */
export const robots = {
  state: { zh: '状态', en: 'State' },
  states: {
    Available: { zh: '空闲', en: 'Available' },
    Busy: { zh: '执行中', en: 'Busy' },
    Unresponsive: { zh: '无响应', en: 'Unresponsive' },
    Disconnected: { zh: '未连接', en: 'Disconnected' },
    Disabled: { zh: '已停用', en: 'Disabled' },
  },
  lastSeen: { zh: '最近心跳', en: 'Last heartbeat' },
  never: { zh: '从未连接', en: 'Never connected' },
  jobs: { zh: '当前作业', en: 'Current jobs' },
  load: { zh: '最近 24 小时', en: 'Last 24 hours' },
  loadText: {
    zh: '{{jobs}} 个作业，失败 {{faulted}}，占用 {{percent}}%',
    en: '{{jobs}} {{jobs, plural(one: job; other: jobs)}}, {{faulted}} faulted, {{percent}}% busy',
  },
  environmentLoad: { zh: '负荷', en: 'Load' },
  environmentText: {
    zh: '等待 {{pending}}，运行 {{running}}；24 小时 {{jobs}} 个，失败 {{faulted}}',
    en: '{{pending}} waiting, {{running}} running; 24 h: {{jobs}} {{jobs, plural(one: job; other: jobs)}}, {{faulted}} faulted',
  },
  agent: { zh: '代理版本', en: 'Agent' },
  host: { zh: '主机', en: 'Host' },
  remoteRobots: {
    zh: '远程，{{count}} 个机器人',
    en: 'Remote, {{count}} {{count, plural(one: robot; other: robots)}}',
  },
  key: { zh: '生成密钥', en: 'Create key' },
  keyTitle: { zh: '为机器人“{{name}}”生成新密钥？', en: 'Create a new key for the robot "{{name}}"?' },
  keyContent: {
    zh: '原密钥立即失效，使用原密钥的代理将下线。',
    en: 'The previous key becomes invalid at once, and its agent goes offline.',
  },
  keyFailed: { zh: '生成密钥失败', en: 'The key could not be created' },
  keyOnce: { zh: '密钥仅显示这一次，请立即保存。', en: 'The key is shown only once. Save it now.' },
  keyDialog: { zh: '机器人密钥', en: 'Key of the robot' },
  command: { zh: '在机器人所在主机上运行：', en: "Run on the robot's machine:" },
  noKey: { zh: '无密钥', en: 'No key' },
  draining: { zh: '（完成后不再领取）', en: '(no new jobs)' },
  robotsIn: { zh: '机器人', en: 'Robots' },
  robotCount: { zh: '{{count}} 个机器人', en: '{{count}} {{count, plural(one: robot; other: robots)}}' },
  processCount: { zh: '{{count}} 个流程', en: '{{count}} {{count, plural(one: process; other: processes)}}' },
  robotsFailed: { zh: '更新环境中的机器人失败', en: 'The robots of the environment could not be changed' },
  processesOf: { zh: '流程', en: 'Processes' },
  isDefault: { zh: '默认', en: 'Default' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    robots: typeof robots;
  }
}
