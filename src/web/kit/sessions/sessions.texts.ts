import type { TextTree } from '#web/i18n/all-texts.ts';

/** Sessions of a person: where somebody is signed in. */
export const sessions = {
  started: { zh: '登录时间', en: 'Signed in' },
  seen: { zh: '最近活动', en: 'Last active' },
  address: { zh: 'IP 地址', en: 'IP address' },
  client: { zh: '浏览器', en: 'Browser' },
  current: { zh: '当前会话', en: 'This session' },
  end: { zh: '结束', en: 'End' },
  endFailed: { zh: '结束会话失败', en: 'The session could not be ended' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    sessions: typeof sessions;
  }
}
