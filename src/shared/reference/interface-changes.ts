/** How the interface for customers' programs changed. */
export type InterfaceChange = {
  /** The day of the release, ISO. */
  date: string;
  /** The call, as `GET /events`, or `*` for all of them and for notifications. */
  call: string;
  /** A parameter, member or header of it; left out: the call itself. */
  field?: string;
  kind: 'added' | 'changed' | 'deprecated' | 'removed';
  /** The day from which what is deprecated may be gone, ISO. */
  sunset?: string;
  text: { zh: string; en: string };
};

const withdrawn = {
  date: '2026-11-29',
  kind: 'deprecated',
  sunset: '2027-06-30',
  text: {
    zh: 'DCSA 已撤销该条件，没有事件符合它。请不再使用',
    en: 'DCSA has withdrawn this filter, and no event matches it. Do not use it any more',
  },
} as const;

const filtersOf = [
  'GET /events',
  'POST /event-subscriptions',
  'PUT /event-subscriptions/{subscriptionID}',
  'POST /hooks',
] as const;

/** Changes of the interface, the newest first. A change of its shapes needs an entry here, and its new fingerprint below. */
export const interfaceChanges: readonly InterfaceChange[] = [
  {
    date: '2026-11-29',
    call: 'POST /test-shipments',
    kind: 'added',
    text: {
      zh: '测试货物：用固定编号在几分钟内走完一段航程，也可列出（GET）和清除（DELETE）',
      en: 'Test shipments: fixed references that play a voyage within minutes. GET lists them, DELETE removes them',
    },
  },
  {
    date: '2026-11-29',
    call: 'POST /hooks',
    kind: 'added',
    text: {
      zh: '钩子：Zapier、n8n 等程序自行登记回调，密钥由本系统生成，回调不以 HEAD 检查',
      en: 'Hooks: programs such as Zapier and n8n register callbacks; the product makes the secret and sends no HEAD',
    },
  },
  {
    date: '2026-11-29',
    call: '*',
    field: 'webhook-id, webhook-timestamp, webhook-signature',
    kind: 'added',
    text: {
      zh: '通知同时按 Standard Webhooks 约定签名',
      en: 'Notifications are also signed by the Standard Webhooks convention',
    },
  },
  {
    date: '2026-11-29',
    call: '*',
    field: 'RateLimit, RateLimit-Policy',
    kind: 'added',
    text: {
      zh: '应答头给出每分钟的调用上限、剩余次数和重置秒数，按密钥与地址分别计数',
      en: 'Answers name the calls per minute, those left and the seconds until reset, for the key and for the address',
    },
  },
  {
    date: '2026-11-29',
    call: '*',
    field: 'Notification-Signature-Previous',
    kind: 'added',
    text: {
      zh: '在页面上更换签名密钥后，通知在 24 小时内同时带有旧密钥的签名',
      en: 'For 24 hours after a secret was changed on the page, notifications carry the signature by the former one too',
    },
  },
  {
    date: '2026-11-29',
    call: '*',
    field: 'Notification-Test',
    kind: 'added',
    text: { zh: '测试事件带有此头，值为 true', en: 'Test events carry this header with the value true' },
  },
  ...filtersOf.flatMap((call) =>
    ['scheduleID', 'transportDocumentID', 'transportDocumentTypeCode'].map((field) => ({ ...withdrawn, call, field })),
  ),
];
