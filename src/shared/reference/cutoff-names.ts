import type { Text } from '../i18n/text.ts';
import type { CutoffCode } from './cutoff-codes.ts';

/** Names of cut-offs, on screen and in files. */
export const cutoffNames: Readonly<Record<CutoffCode, Text>> = {
  DCO: { zh: '截单（SI）', en: 'Documents (SI)' },
  VCO: { zh: '截 VGM', en: 'VGM' },
  EFC: { zh: '进港（最早交重箱）', en: 'CY open (earliest full delivery)' },
  FCO: { zh: '截港（整箱）', en: 'CY closing (FCL)' },
  LCO: { zh: '截货（拼箱）', en: 'LCL delivery' },
  ECP: { zh: '提空箱', en: 'Empty pick-up' },
  RCO: { zh: '冷藏箱截港', en: 'Reefer' },
  DGC: { zh: '危险品截港', en: 'Dangerous goods' },
  OBC: { zh: '超限箱截港', en: 'Out of gauge' },
  DEC: { zh: '截申报', en: 'Customs declaration' },
  CCO: { zh: '截放行', en: 'Customs release' },
};
