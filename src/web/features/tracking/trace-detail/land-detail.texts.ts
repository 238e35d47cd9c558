import type { TextTree } from '#web/i18n/all-texts.ts';

/** What the traces by rail, road and courier show besides. */
export const landDetail = {
  line: {
    title: { zh: '铁路行程与口岸停留', en: 'Rail journey and stays at borders' },
    station: { zh: '车站', en: 'Station' },
    border: { zh: '口岸', en: 'border' },
    stay: { zh: '停留', en: 'Stay' },
    gauge: { zh: '换装', en: 'Gauge change' },
    run: { zh: '运行', en: 'In transit' },
    hours: { zh: '{{count}} 小时', en: '{{count}} h' },
    against: { zh: '{{count}} 小时，计划 {{planned}} 小时', en: '{{count}} h, planned {{planned}} h' },
    planned: { zh: '计划 {{count}} 小时', en: 'planned {{count}} h' },
    railway: { zh: '铁路时间（{{clock}}）', en: 'Railway time ({{clock}})' },
    beijing: { zh: '北京', en: 'Beijing' },
    moscow: { zh: '莫斯科', en: 'Moscow' },
  },
  scans: {
    title: { zh: '扫描记录', en: 'Scans' },
    time: { zh: '时间', en: 'Time' },
    place: { zh: '地点', en: 'Place' },
    state: { zh: '子状态', en: 'Sub state' },
    code: { zh: '快递原始代码', en: 'Courier code' },
    none: { zh: '还没有扫描记录', en: 'No scan yet' },
  },
  promise: {
    title: { zh: '送达承诺', en: 'Promised delivery' },
    service: { zh: '服务', en: 'Service' },
    by: { zh: '承诺送达', en: 'Promised by' },
    expected: { zh: '预计送达', en: 'Expected' },
    done: { zh: '实际送达', en: 'Delivered' },
    none: { zh: '快递公司没有给出承诺的送达时间', en: 'The courier states no promised delivery time' },
    kept: { zh: '按承诺送达', en: 'Delivered as promised' },
    late: { zh: '晚于承诺送达', en: 'Delivered later than promised' },
    willBeLate: { zh: '已晚于或将晚于承诺', en: 'Past the promise, or expected after it' },
  },
  main: {
    announced: { zh: '已下单', en: 'Info received' },
    transit: { zh: '运输中', en: 'In transit' },
    delivery: { zh: '派送中', en: 'Out for delivery' },
    pickup: { zh: '待自提', en: 'Available for pick-up' },
    failed: { zh: '派送失败', en: 'Failed attempt' },
    delivered: { zh: '已签收', en: 'Delivered' },
    exception: { zh: '异常', en: 'Exception' },
    expired: { zh: '已过期', en: 'Expired' },
  },
  drive: {
    title: { zh: '行驶轨迹', en: 'Truck route' },
    stays: { zh: '围栏进出与停留', en: 'Site entries, exits and dwell' },
    noDevice: {
      zh: '车辆 {{plate}} 没有接入车载终端，仅显示承运商上报的站点时间。',
      en: "Truck {{plate}} has no connected device: only the haulier's times are shown.",
    },
  },
} as const satisfies TextTree;

declare module '#web/i18n/all-texts.ts' {
  interface AllTexts {
    landDetail: typeof landDetail;
  }
}
