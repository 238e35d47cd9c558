import type { TextTree } from '#web/i18n/all-texts.ts';

/** Pages shown in a frame. */
export const frame = {
  loading: { zh: '正在打开外部页面…', en: 'Opening the external page…' },
  failedTitle: { zh: '外部页面无法打开', en: 'The external page could not be opened' },
  timedOut: {
    zh: '外部页面 {{seconds}} 秒内没有响应，可能地址不可达。',
    en: 'The external page did not answer within {{seconds}} s; it may be unreachable.',
  },
  ownTimedOut: { zh: '页面 {{seconds}} 秒内没有打开。', en: 'The page did not open within {{seconds}} s.' },
  unreachable: { zh: '外部页面的地址连接不上。', en: 'The address of the external page cannot be reached.' },
  tokenFailed: { zh: '未能取得访问令牌。', en: 'No access token could be obtained.' },
  list: { zh: '跟踪列表', en: 'Tracking list' },
  map: { zh: '飞驼地图', en: 'Freightower map' },
  mapReference: { zh: '已订阅的提单号、订舱号或箱号', en: 'Bill, booking or container that is tracked' },
  mapOpen: { zh: '打开地图', en: 'Open map' },
  mapAsk: {
    zh: '请输入已订阅的提单号、订舱号或箱号，打开它的飞驼地图。',
    en: 'Enter a bill, booking or container that is tracked to open its map at Freightower.',
  },
  mapNoSource: {
    zh: '还没有连接飞驼（FT）。请在数据源中新增飞驼，并填写凭据与地图密钥。',
    en: 'Freightower (FT) is not connected yet. Add it as a source, with its keys and the map key.',
  },
  mapNoKey: {
    zh: '飞驼数据源的凭据中没有客户端 ID 或地图密钥。请向飞驼客服索取地图密钥，填入该数据源的凭据。',
    en: "The keys of the Freightower source have no client ID or no map key. Ask Freightower's support for the map key and enter it in the keys of the source.",
  },
  mapNotFollowed: {
    zh: '该单号没有订阅，飞驼地图只能显示已订阅的货物。',
    en: 'This number is not tracked; the map of Freightower shows tracked shipments only.',
  },
  toSources: { zh: '前往数据源', en: 'Go to sources' },
  toTrace: { zh: '前往海运跟踪添加', en: 'Add it in sea tracking' },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    frame: typeof frame;
  }
}
