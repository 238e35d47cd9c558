/** Pages shown in a frame. */
export const frame = {
  loading: '正在打开外部页面…',
  failedTitle: '外部页面无法打开',
  timedOut: '外部页面 {{seconds}} 秒内没有响应，可能地址不可达。',
  ownTimedOut: '页面 {{seconds}} 秒内没有打开。',
  unreachable: '外部页面的地址连接不上。',
  tokenFailed: '未能取得访问令牌。',
} as const;
