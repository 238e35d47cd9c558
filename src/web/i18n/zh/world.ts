/** The clock of the simulated world. */
export const world = {
  clock: '模拟世界时钟',
  remove: '移除模拟世界…',
  setSpeed: '时间流速',
  paused: '已暂停',
  pause: '暂停世界',
  resume: '继续运行',
  realTime: '实时（1 倍）',
  times: '{{speed}} 倍',
  behind: '落后 {{count}}',
  behindWhy: '有 {{count}} 个查询早已到期：时间流速超过了数据源能被查询的速度，放慢后会自行赶上',
  failed: '世界时钟设置失败',
} as const;
