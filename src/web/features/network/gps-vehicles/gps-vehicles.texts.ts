import type { TextTree } from '#web/i18n/all-texts.ts';

/** Vehicle GPS. */
export const gpsVehicles = {
  map: { zh: '车辆位置', en: 'Vehicle positions' },
  replay: { zh: '轨迹回放', en: 'Track replay' },
  at: { zh: '在{{site}}', en: 'At {{site}}' },
  near: { zh: '距{{site}} {{km}} 公里', en: '{{km}} km from {{site}}' },
  offLane: { zh: '偏离线路', en: 'Off route' },
  warm: { zh: '温度超出 {{range}} ℃', en: 'Outside {{range}} °C' },
  gatewayDown: {
    zh: '{{protocol}} 端口未打开：{{error}}。产品会继续重试。',
    en: 'The port for {{protocol}} is not open: {{error}}. Retrying.',
  },
  track: {
    map: { zh: '车辆轨迹', en: 'Vehicle track' },
    range: { zh: '时间范围', en: 'Time' },
    hours: { zh: '最近 {{count}} 小时', en: 'Last {{count}} {{count, plural(one: hour; other: hours)}}' },
    days: { zh: '最近 {{count}} 天', en: 'Last {{count}} {{count, plural(one: day; other: days)}}' },
    slider: { zh: '轨迹时间', en: 'Time on the track' },
    play: { zh: '播放', en: 'Play' },
    pause: { zh: '暂停', en: 'Pause' },
    none: { zh: '这段时间没有可信的位置。', en: 'No valid positions in this period.' },
    facts: { zh: '当时状态', en: 'At that time' },
    time: { zh: '时间', en: 'Time' },
    speed: { zh: '速度', en: 'Speed' },
    direction: { zh: '方向', en: 'Direction' },
    temperature: { zh: '温度', en: 'Temperature' },
    offLane: { zh: '偏离线路', en: 'Off route' },
    position: { zh: '位置', en: 'Position' },
    kmh: { zh: '{{value}} 公里/时', en: '{{value}} km/h' },
    km: { zh: '{{value}} 公里', en: '{{value}} km' },
    celsius: { zh: '{{value}} ℃', en: '{{value}} °C' },
    counts: { zh: '共 {{total}} 个位置', en: '{{total}} {{total, plural(one: position; other: positions)}}' },
    refused: { zh: '不可信位置（不显示在地图上）', en: 'Rejected positions (not drawn)' },
    stays: { zh: '停留站点', en: 'Stops at sites' },
    noStays: { zh: '这段时间没有在站点停留。', en: 'No stops at sites in this period.' },
    stay: {
      site: { zh: '站点', en: 'Site' },
      arrived: { zh: '到达', en: 'Arrived' },
      departed: { zh: '离开', en: 'Left' },
      dwell: { zh: '停留', en: 'Dwell' },
    },
    stillThere: { zh: '仍在站', en: 'Still there' },
    dwell: { zh: '{{hours}} 小时 {{minutes}} 分', en: '{{hours}} h {{minutes}} min' },
    alarms: { zh: '终端报警', en: 'Alarms of the device' },
    noAlarms: { zh: '这段时间终端没有报警。', en: 'No alarms of the device in this time.' },
    alarmOpen: { zh: '未结束', en: 'goes on' },
    photos: { zh: '照片', en: 'Photos' },
    noPhotos: { zh: '这段时间没有照片。', en: 'No photos in this period.' },
    photo: { zh: '{{plate}} 的照片，拍摄于 {{time}}', en: 'Photo of {{plate}}, taken {{time}}' },
    channel: { zh: '通道 {{channel}}', en: 'Channel {{channel}}' },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    gpsVehicles: typeof gpsVehicles;
  }
}
