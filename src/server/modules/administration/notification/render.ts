import { fillPlaceholders, type PlaceholderValues } from '#shared/text/placeholders.ts';
import type { FeedbackRow } from './queries.ts';

/** Stated where a definition has no texts of its own. */
const standard = {
  subject: { zh: '{{status}}：{{process}} {{billNo}}', en: '{{status}}: {{process}} {{billNo}}' },
  content: {
    zh: '{{tenant}}，{{time}}\n{{process}} {{jobId}} {{status}}\n{{error}}\n{{link}}',
    en: '{{tenant}}, {{time}}\n{{process}} {{jobId}} {{status}}\n{{error}}\n{{link}}',
  },
} as const;

/** The name of a tenant in its own language. */
export const tenantNameOf = (feedback: Pick<FeedbackRow, 'tenant_name' | 'tenant_name_en' | 'language'>): string =>
  (feedback.language === 'en' ? feedback.tenant_name_en : null) ?? feedback.tenant_name;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Subject and content of a definition with the placeholders filled; robots without a subject send plain text. */
export function renderTexts(
  feedback: FeedbackRow,
  values: PlaceholderValues,
): { subject: string | null; content: string } {
  const { language } = feedback;
  const needsSubject = feedback.feedback_type === 'EMAIL' || feedback.feedback_type === 'IN_APP';
  const subject = feedback.feedback_subject ?? (needsSubject ? standard.subject[language] : null);
  return {
    subject: subject === null ? null : oneLine(fillPlaceholders(subject, values)).slice(0, 500),
    content: fillPlaceholders(feedback.feedback_content ?? standard.content[language], values).slice(0, 20_000),
  };
}
