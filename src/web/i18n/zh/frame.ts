/** Pages shown in a frame. */
export const frame = {
  loading: '正在打开外部页面…',
  failedTitle: '外部页面无法打开',
  timedOut: '外部页面 {{seconds}} 秒内没有响应，可能地址不可达。',
  ownTimedOut: '页面 {{seconds}} 秒内没有打开。',
  unreachable: '外部页面的地址连接不上。',
  tokenFailed: '未能取得访问令牌。',
  list: '跟踪列表',
  map: '飞驼地图',
  mapReference: '已订阅的提单号、订舱号或箱号',
  mapOpen: '打开地图',
  mapAsk: '请输入已订阅的提单号、订舱号或箱号，打开它的飞驼地图。',
  mapNoSource: '还没有连接飞驼（FT）。请在数据源中新增飞驼，并填写凭据与地图密钥。',
  mapNoKey: '飞驼数据源的凭据中没有客户端 ID 或地图密钥。请向飞驼客服索取地图密钥，填入该数据源的凭据。',
  mapNotFollowed: '该单号没有订阅，飞驼地图只能显示已订阅的货物。',
  toSources: '前往数据源',
  toTrace: '前往海运跟踪添加',
} as const;
