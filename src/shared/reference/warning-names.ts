import type { Text } from '../i18n/text.ts';
import type { WarningCode } from './warning-codes.ts';

/** What warnings are called together. */
export const warningWord: Text = { zh: '提示', en: 'Warning' };

/** What stands over a list of warnings. */
export const warningsTitle: Text = {
  zh: '数据源的提示（不是本系统的规则判断）',
  en: 'Warnings of sources (not found by rules here)',
};

/** That a source warns of something, as a sentence that names the source. */
export const warningSentence = (source: string, code: WarningCode): Text => ({
  zh: `${source}也提示：${warningNames[code].zh}`,
  en: `${source} also warns: ${warningNames[code].en}`,
});

/** What a source warns of, for people. */
export const warningNames: Readonly<Record<WarningCode, Text>> = {
  WGITM: { zh: '未按时进港', en: 'not gated in on time' },
  WPCGI: { zh: '进闸提示', en: 'gate-in notice' },
  WCYOP: { zh: '开港时间变更', en: 'CY opening changed' },
  WCYCL: { zh: '截港时间变更', en: 'CY closing changed' },
  WDUMP: { zh: '甩柜', en: 'rolled' },
  WETD: { zh: '预计离港时间变更', en: 'ETD changed' },
  WDLPT: { zh: '未按时离港', en: 'not departed on time' },
  WTSBA: { zh: '未按时抵达中转港', en: 'not at the transhipment port on time' },
  WETA: { zh: '预计到港时间变更', en: 'ETA changed' },
  WETB: { zh: '预计靠泊时间变更', en: 'expected berthing changed' },
  WBDAR: { zh: '未按时到港', en: 'not arrived on time' },
  WPORT: { zh: '港口提示', en: 'port notice' },
  WGTOT: { zh: '未按时出闸', en: 'not gated out on time' },
  WSTCS: { zh: '未按时提货', en: 'not picked up on time' },
  WRCVE: { zh: '未按时还空箱', en: 'empty not returned on time' },
  WHOLD: { zh: '箱被扣留', en: 'container on hold' },
  WFEE: { zh: '码头有待付费用', en: 'terminal fees due' },
  WLFD: { zh: '免费提箱截止日更新', en: 'last free day updated' },
};
