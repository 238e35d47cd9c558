import { exceptionRules } from '#domain/exceptions/rules/index.ts';
import { exceptionText } from './present.ts';
import { exceptionTypeName, type ReferenceSnapshot } from '#server/modules/administration/masterdata/index.ts';
import {
  type NotificationCause,
  shipmentFacts,
  shipmentWords,
} from '#server/modules/administration/notification/index.ts';
import type { ExceptionNews } from './detection-types.ts';

/** What is wrong with us is nobody's business outside, unless somebody asks for it by name. */
const ours: ReadonlySet<string> = new Set(
  exceptionRules.filter((rule) => rule.isInternalProblem === true).map(({ code }) => code),
);

/** What people are notified of exceptions: the names and texts they see in the list, in the language of their tenant. */
export const exceptionCauses = (news: readonly ExceptionNews[], reference: ReferenceSnapshot): NotificationCause[] =>
  news.map(({ event, exceptionId, version, at, subject, code, finding }) => {
    const text = (lang: 'zh' | 'en'): string =>
      exceptionText({ type_code: code, params: finding.params }, lang, reference);
    const facts = {
      exceptionId: String(exceptionId),
      exceptionType: code,
      severity: finding.severity,
      ...shipmentFacts(subject),
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
        ...shipmentWords(subject, finding.severity, lang),
      }),
      linkPath: `/exception-manage/handle?id=${exceptionId}`,
      output: facts,
      error: `${text('zh')}\n${text('en')}`,
      facts,
    };
  });
