import type { Lang } from '#shared/i18n/text.ts';
import type { Random } from '#shared/random/prng.ts';

type Words = { comments: readonly string[]; handled: readonly string[]; held: readonly string[] };
type Kind = 'late' | 'data' | 'container' | 'route';

const kindOf: Readonly<Record<string, Kind>> = {
  DEPART_DELAY: 'late',
  ARRIVE_DELAY: 'late',
  ETA_SLIP: 'late',
  ROLLED: 'late',
  SPLIT_CARGO: 'late',
  TRANSSHIP_DWELL: 'late',
  RISK_ZONE: 'route',
  ROUTE_CHANGED: 'route',
  VESSEL_MISMATCH: 'route',
  DEMURRAGE_RISK: 'container',
  DETENTION_RISK: 'container',
  HOLD: 'container',
  CTN_COUNT: 'container',
  CTN_INVALID: 'container',
  CARRIER_MISMATCH: 'container',
};

const zh: Readonly<Record<Kind, Words>> = {
  late: {
    comments: ['已向船公司询问原因，等回复', '船公司回复：港口拥堵，船期顺延', '客户要求每天更新一次预计到港时间'],
    handled: ['已把新船期告知客户，客户确认', '已改约目的港提箱时间', '客户接受延误，无需改配'],
    held: ['等船公司给出新的开航时间', '等客户决定是否改配下一水'],
  },
  data: {
    comments: ['两个来源的时间不一致，已请船公司核对', '与码头网站核对过，码头时间为准', '已截图发给数据组'],
    handled: ['已与船公司核对，以船公司时间为准', '数据源已更正', '已核对，不影响客户'],
    held: ['等船公司更正数据'],
  },
  container: {
    comments: ['已联系车队安排提箱', '已请目的港代理跟进', '箱号已与订舱单核对'],
    handled: ['已安排明早提箱', '已与客户确认箱号', '已提交延长免费期申请，船公司同意'],
    held: ['等海关放行', '等客户支付目的港费用'],
  },
  route: {
    comments: ['已提示客户关注航线风险', '船公司确认仍按原航线走', '保险部已知悉'],
    handled: ['客户已知悉并购买附加险', '已确认换船，单证已更新', '航线变更已告知客户'],
    held: ['等船公司确认是否绕航'],
  },
};

const en: Readonly<Record<Kind, Words>> = {
  late: {
    comments: [
      'Asked the carrier for the reason',
      'Carrier: congestion, schedule moved',
      'Customer wants a daily update',
    ],
    handled: ['Customer knows the new date and agrees', 'Collection at destination moved', 'No rebooking wanted'],
    held: ['Waiting for the new departure', 'Customer decides about the next sailing'],
  },
  data: {
    comments: ['Sources differ, carrier asked to check', 'Checked on the terminal’s site', 'Sent to the data team'],
    handled: [
      'Checked with the carrier, carrier’s time is right',
      'Source has corrected it',
      'No effect on the customer',
    ],
    held: ['Waiting for the carrier’s correction'],
  },
  container: {
    comments: [
      'Trucker asked to collect',
      'Agent at destination follows up',
      'Container number checked with the booking',
    ],
    handled: [
      'Collection arranged for tomorrow',
      'Container confirmed by the customer',
      'Free time extended by the carrier',
    ],
    held: ['Waiting for customs', 'Waiting for the customer’s payment'],
  },
  route: {
    comments: ['Customer told about the risk', 'Carrier keeps the usual route', 'Insurance informed'],
    handled: [
      'Customer knows and has extra cover',
      'Change of ship confirmed, papers updated',
      'Customer told of the new route',
    ],
    held: ['Carrier has not decided about the detour'],
  },
};

/** What somebody writes about an exception of a type. */
export function wordsFor(typeCode: string, lang: Lang, what: keyof Words, random: Random): string {
  return random.pick((lang === 'zh' ? zh : en)[kindOf[typeCode] ?? 'data'][what]);
}
