/** The clock of the simulated world. */
export const world = {
  clock: '模拟世界时钟',
  setSpeed: '时间流速',
  paused: '已暂停',
  pause: '暂停世界',
  resume: '继续运行',
  realTime: '实时（1 倍）',
  times: '{{speed}} 倍',
  failed: '世界时钟设置失败',
} as const;
