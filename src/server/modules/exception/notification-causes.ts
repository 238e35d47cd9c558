import { exceptionRules } from '#domain/exception/rules/index.ts';
import { exceptionTypeName, exceptionText } from './present.ts';
import type { ReferenceSnapshot } from '#server/modules/masterdata/index.ts';
import type { NotificationCause } from '#server/modules/notification/index.ts';
import type { ExceptionNews } from './detection-types.ts';

const severityTexts = {
  low: { zh: '轻微', en: 'low' },
  medium: { zh: '一般', en: 'medium' },
  high: { zh: '严重', en: 'high' },
} as const;

/** What is wrong with us is nobody's business outside, unless somebody asks for it by name. */
const ours: ReadonlySet<string> = new Set(
  exceptionRules.filter((rule) => rule.isOurs === true).map(({ code }) => code),
);

/** What people are told of exceptions: the names and texts they see in the list, in the language of their tenant. */
export const exceptionCauses = (news: readonly ExceptionNews[], reference: ReferenceSnapshot): NotificationCause[] =>
  news.map(({ event, exceptionId, version, at, subject, code, finding }) => {
    const { subscription } = subject.view;
    const text = (lang: 'zh' | 'en'): string =>
      exceptionText({ type_code: code, params: finding.params }, lang, reference);
    const facts = {
      exceptionId: String(exceptionId),
      exceptionType: code,
      severity: finding.severity,
      blNo: subject.billNo,
      ctnNo: subscription.containerNo,
      carrierCode: subscription.carrierCode,
      vesselName: subject.vesselName,
      voyage: subject.voyage,
    };
    return {
      tenantId: subject.tenantId,
      kind: 'exception',
      key: `exception:${exceptionId}/${version}`,
      ...(ours.has(code) && { onlyNamed: code }),
      status: event,
      at,
      describe: (lang) => ({
        process: exceptionTypeName(code, lang, reference),
        jobId: String(exceptionId),
        error: text(lang),
        severity: severityTexts[finding.severity][lang],
        billNo: subject.billNo ?? '',
        containerNo: subscription.containerNo ?? '',
        carrier: subscription.carrierCode ?? '',
        vessel: subject.vesselName ?? '',
        voyage: subject.voyage ?? '',
      }),
      linkPath: `/exception-manage/handle?id=${exceptionId}`,
      output: facts,
      error: `${text('zh')}\n${text('en')}`,
      facts,
    };
  });
