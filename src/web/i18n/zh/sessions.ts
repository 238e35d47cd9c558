/** Sessions of a person: where somebody is signed in. */
export const sessions = {
  started: '登录时间',
  seen: '最近活动',
  address: 'IP 地址',
  client: '浏览器',
  current: '当前会话',
  end: '结束',
  endFailed: '结束会话失败',
} as const;
