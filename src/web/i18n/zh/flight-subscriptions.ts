/** 航班订阅。 */
export const flightSubscriptions = {
  add: '订阅航班',
  cancelled: '已取消飞行',
  form: { airlineCode: '航空公司', flightNo: '航班号', flightDate: '起飞日期', fromAirport: '起飞机场' },
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
