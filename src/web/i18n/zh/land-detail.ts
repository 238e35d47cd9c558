/** 铁路、公路、快递详情 */
export const landDetail = {
  border: {
    title: '口岸与换装',
    station: '口岸站',
    arrived: '到达',
    gauge: '换装',
    left: '离开',
    stay: '停留',
    local: '当地时间',
    railway: '铁路时间（{{clock}}）',
    hours: '{{count}} 小时',
    beijing: '北京',
    moscow: '莫斯科',
  },
  scans: {
    title: '扫描记录',
    time: '时间',
    place: '地点',
    state: '子状态',
    code: '快递原始代码',
    none: '还没有扫描记录',
  },
  main: {
    announced: '已下单',
    transit: '运输中',
    delivery: '派送中',
    pickup: '待自提',
    failed: '派送失败',
    delivered: '已签收',
    exception: '异常',
    expired: '已过期',
  },
  drive: {
    title: '行驶轨迹',
    stays: '围栏进出与停留',
    noDevice: '车辆 {{plate}} 没有接入车载终端，仅显示承运商上报的站点时间。',
  },
} as const;
