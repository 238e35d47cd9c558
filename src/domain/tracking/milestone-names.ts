/** Names of the milestones that rules mention in their texts, by code; a test compares them with the seeds. */
const names: Readonly<Record<string, { zh: string; en: string }>> = {
  BKRC: { zh: '订舱申请', en: 'Booking received' },
  BKCF: { zh: '订舱确认', en: 'Booking confirmed' },
  BKCA: { zh: '订舱取消', en: 'Booking cancelled' },
  STSP: { zh: '提空箱', en: 'Empty pick-up' },
  STUF: { zh: '装箱', en: 'Stuffing' },
  PCLD: { zh: '驳船或铁路装载', en: 'Loaded for pre-carriage' },
  PCDP: { zh: '前程运输离开', en: 'Pre-carriage departed' },
  PCAR: { zh: '前程运输到达', en: 'Pre-carriage arrived' },
  PCDC: { zh: '前程运输卸载', en: 'Discharged from pre-carriage' },
  GITM: { zh: '进港', en: 'Gate in' },
  EXIN: { zh: '出口查验', en: 'Export inspection' },
  EXHO: { zh: '出口海关扣留', en: 'Export customs hold' },
  PASS: { zh: '海关放行', en: 'Export customs released' },
  TMPS: { zh: '码头放行', en: 'Terminal released' },
  LOBD: { zh: '装船', en: 'Loaded on vessel' },
  DLPT: { zh: '离港', en: 'Vessel departed' },
  TSBA: { zh: '中转抵港', en: 'Arrived at transhipment port' },
  TSDC: { zh: '中转卸船', en: 'Discharged at transhipment port' },
  TSLB: { zh: '中转装船', en: 'Loaded at transhipment port' },
  TSDP: { zh: '中转离港', en: 'Departed from transhipment port' },
  BDAR: { zh: '抵港', en: 'Vessel arrived' },
  POCA: { zh: '靠泊', en: 'Vessel berthed' },
  DSCH: { zh: '卸船', en: 'Discharged from vessel' },
  CUIP: { zh: '进口海关扣留', en: 'Import customs hold' },
  INSP: { zh: '进口查验', en: 'Import customs inspection' },
  IMPR: { zh: '进口海关放行', en: 'Import customs released' },
  AVPU: { zh: '可提箱', en: 'Available for pick-up' },
  AVDO: { zh: '可还箱', en: 'Available for drop-off' },
  STCS: { zh: '提重箱', en: 'Gate out' },
  OCLD: { zh: '后程运输装载', en: 'Loaded for on-carriage' },
  OCDP: { zh: '后程运输离开', en: 'On-carriage departed' },
  OCAR: { zh: '后程运输到达', en: 'On-carriage arrived' },
  OCDC: { zh: '后程运输卸载', en: 'Discharged from on-carriage' },
  STRP: { zh: '拆箱', en: 'Stripping' },
  RCVE: { zh: '还空箱', en: 'Empty returned' },
};

/** Name of a milestone in one language; an unknown code names itself. */
export function milestoneName(statusCode: string, language: 'zh' | 'en'): string {
  return Object.hasOwn(names, statusCode) ? (names[statusCode]?.[language] ?? statusCode) : statusCode;
}
