import type { TextTree } from '#web/i18n/all-texts.ts';

/** The maritime risk map. */
export const riskMap = {
  map: { zh: '风险区域与船舶', en: 'Risk areas and vessels' },
  area: { zh: '风险区域', en: 'Risk areas' },
  layers: { zh: '图层', en: 'Layers' },
  kind: {
    STORM: { zh: '风暴', en: 'Storm' },
    WAR: { zh: '战争', en: 'War' },
    PIRACY: { zh: '海盗', en: 'Piracy' },
    CHOKEPOINT: { zh: '咽喉要道', en: 'Chokepoint' },
    CLOSURE: { zh: '封航', en: 'Closure' },
    WEATHER: { zh: '恶劣天气', en: 'Weather' },
    STRIKE: { zh: '罢工', en: 'Strike' },
    CONGESTION: { zh: '港口拥堵', en: 'Congestion' },
  },
  summary: {
    zh: '{{areas}} 个区域，区域内 {{vessels}} 艘船、{{bookings}} 票货',
    en: '{{areas}} {{areas, plural(one: area; other: areas)}} with {{vessels}} {{vessels, plural(one: vessel; other: vessels)}} and {{bookings}} {{bookings, plural(one: booking; other: bookings)}} inside',
  },
  none: { zh: '所选图层当前没有风险区域', en: 'No risk areas in the selected layers' },
  noneText: { zh: '可打开更多图层，或查看其他时刻。', en: 'Show more layers or choose another time.' },
  tab: {
    areas: { zh: '风险区域', en: 'Risk areas' },
    ports: { zh: '港口拥堵', en: 'Port congestion' },
  },
  forecast: { zh: '预报时刻', en: 'Forecast time' },
  now: { zh: '现在', en: 'now' },
  ahead: { zh: '{{hours}} 小时后', en: 'in {{hours}} h' },
  aheadHint: {
    zh: '船位按船期沿航线推算；港口拥堵只有现在的数据',
    en: 'Vessel positions are estimated from schedules; congestion is known only for now',
  },
  inside: {
    zh: '{{vessels}} 艘船 · {{bookings}} 票货',
    en: '{{vessels}} {{vessels, plural(one: vessel; other: vessels)}} · {{bookings}} {{bookings, plural(one: booking; other: bookings)}}',
  },
  wind: {
    zh: '最大风速 {{wind}} 节，七级风半径 {{radius}} 海里，路径误差 {{error}} 海里',
    en: 'Winds up to {{wind}} kn, gale radius {{radius}} nm, track error {{error}} nm',
  },
  valid: { zh: '有效期', en: 'Valid' },
  until: { zh: '至', en: 'to' },
  open: { zh: '未定', en: 'open' },
  source: { zh: '来源', en: 'Source' },
  said: { zh: '发布', en: 'issued' },
  showVessels: { zh: '{{name}} 内的船舶', en: 'Vessels in {{name}}' },
  noVessels: { zh: '区域内没有船舶。', en: 'No vessels inside.' },
  reckoned: { zh: '推算', en: 'estimated' },
  moreVessels: {
    zh: '另有 {{count}} 艘没有本公司货物的船',
    en: '{{count}} more {{count, plural(one: vessel; other: vessels)}} without your cargo',
  },
  sourceFailing: {
    zh: '{{name}} 暂时取不到，显示的是上次的数据',
    en: '{{name}} does not answer; its last data is shown',
  },
  alert: {
    open: { zh: '风险提醒', en: 'Alerts' },
    title: { zh: '风险提醒', en: 'Risk alerts' },
    hint: {
      zh: '载有本公司货物的船舶进入以下区域时，在站内消息中提醒我。',
      en: "Notify me in my inbox when a vessel with my company's bookings enters an area of these kinds.",
    },
    failed: { zh: '风险提醒保存失败', en: 'The alerts could not be saved' },
  },
  port: {
    name: { zh: '港口', en: 'Port' },
    age: { zh: '时段', en: 'Period' },
    lastDay: { zh: '近 24 小时', en: 'last 24 h' },
    daysAgo: { zh: '{{from}}–{{to}} 天前', en: '{{from}}–{{to}} d ago' },
    waiting: { zh: '锚地等候', en: 'At anchor' },
    median: { zh: '等泊中位数', en: 'Median wait' },
    normal: { zh: '平时', en: 'Usually' },
    index: { zh: '拥堵指数', en: 'Index' },
    trend: { zh: '近 30 天等泊中位数', en: 'Median wait, 30 days' },
    hours: { zh: '{{hours}} 小时', en: '{{hours}} h' },
    hint: {
      zh: '指数：近 7 天等泊时间中位数与该港此前 30 天中位数之比；不足 1 小时按 1 小时计，1 为平时',
      en: "Index: median wait of the last 7 days relative to the port's median of the 30 days before; less than an hour counts as one, 1 is normal",
    },
    none: { zh: '还没有靠泊记录，无法统计拥堵。', en: 'No vessel has berthed yet, so congestion is unknown.' },
    berthed: {
      zh: '近 7 天靠泊 {{count}} 艘',
      en: '{{count}} {{count, plural(one: vessel; other: vessels)}} berthed in 7 days',
    },
    few: { zh: '样本少', en: 'few' },
    days: { zh: '近 30 天', en: '30 days' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    riskMap: typeof riskMap;
  }
}
