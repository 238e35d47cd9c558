import { milestones } from './model.ts';

/** Names of the milestones that rules mention in their texts, by code. */
const names: Readonly<Record<string, { zh: string; en: string }>> = {
  [milestones.emptyPickUp]: { zh: '提空箱', en: 'Empty pick-up' },
  [milestones.stuffing]: { zh: '装箱', en: 'Stuffing' },
  [milestones.gateIn]: { zh: '进港', en: 'Gate-in' },
  [milestones.customsRelease]: { zh: '海关放行', en: 'Customs release' },
  [milestones.terminalRelease]: { zh: '码头放行', en: 'Terminal release' },
  [milestones.loaded]: { zh: '装船', en: 'Loaded' },
  [milestones.departed]: { zh: '离港', en: 'Departed' },
  [milestones.transhipmentArrived]: { zh: '中转抵港', en: 'Transhipment arrival' },
  [milestones.transhipmentDischarged]: { zh: '中转卸船', en: 'Transhipment discharge' },
  [milestones.transhipmentLoaded]: { zh: '中转装船', en: 'Transhipment loading' },
  [milestones.transhipmentDeparted]: { zh: '中转离港', en: 'Transhipment departure' },
  [milestones.arrived]: { zh: '抵港', en: 'Arrived' },
  [milestones.berthed]: { zh: '靠泊', en: 'Berthed' },
  [milestones.discharged]: { zh: '卸船', en: 'Discharged' },
  [milestones.available]: { zh: '可提箱', en: 'Available for pick-up' },
  [milestones.customsHold]: { zh: '海关扣留', en: 'Customs hold' },
  [milestones.inspection]: { zh: '查验', en: 'Inspection' },
  [milestones.gateOutFull]: { zh: '提重箱', en: 'Gate-out full' },
  [milestones.stripping]: { zh: '拆箱', en: 'Stripping' },
  [milestones.emptyReturn]: { zh: '还空箱', en: 'Empty return' },
};

/** Name of a milestone in one language; an unknown code names itself. */
export function milestoneName(statusCode: string, language: 'zh' | 'en'): string {
  return Object.hasOwn(names, statusCode) ? (names[statusCode]?.[language] ?? statusCode) : statusCode;
}
