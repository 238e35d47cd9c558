/** 航班订阅。 */
export const flightSubscriptions = {
  title: '航班订阅',
  empty: '还没有订阅航班。',
  add: '订阅航班',
  keyword: '航班号或机场',
  cancelled: '已取消飞行',
  form: { airlineCode: '航空公司', flightNo: '航班号', flightDate: '起飞日期', fromAirport: '起飞机场' },
  column: { route: '航线', aircraft: '机型', departure: '起飞', arrival: '到达', cutOff: '截止收货' },
  value: {
    plannedDeparture: '计划起飞',
    plannedArrival: '计划到达',
    aircraft: '机型',
    cutOff: '截止收货',
    cancelled: '取消飞行',
    yes: '是',
    no: '否',
  },
} as const;
