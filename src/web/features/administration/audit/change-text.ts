import type { AuditChange, AuditRow } from '#contract/administration/audit.ts';
import { findNavEntry } from '#web/app/navigation.ts';
import { currentLang, text } from '#web/i18n/index.ts';
import { timeAsText } from '#web/kit/value/TimeText.tsx';

const maxInLine = 4;

/** A value of a change as people read it; null when there was none. */
export const valueText = ({ kind }: Pick<AuditChange, 'kind'>, value: string | null): string | null =>
  value === null ? null : kind === 'instant' ? timeAsText(Number(value)) : value;

const codesOf = (value: string | null): string[] => (value === null ? [] : value.split(', ').filter(Boolean));
const pageName = (code: string): string => findNavEntry(code)?.title[currentLang()] ?? code;
const pagesText = (codes: readonly string[]): string => codes.map(pageName).join(text('audit.comma'));

/** Of pages a user may open only what came and what went; whole lists of them say nothing. */
export function pagesChange({ before, after }: AuditChange): { added: string; removed: string } {
  const [was, is] = [codesOf(before), codesOf(after)];
  return {
    added: pagesText(is.filter((code) => !was.includes(code))),
    removed: pagesText(was.filter((code) => !is.includes(code))),
  };
}

/** Is this a change of the pages a user or a role template may open? */
export const isPages = ({ name }: Pick<AuditChange, 'name'>): boolean => name === 'menus';

function changeLine(change: AuditChange): string {
  const { label } = change;
  if (isPages(change)) {
    const { added, removed } = pagesChange(change);
    const parts = [
      added && text('audit.pagesAdded', { pages: added }),
      removed && text('audit.pagesRemoved', { pages: removed }),
    ];
    return text('audit.set', { label, after: parts.filter(Boolean).join(' ') });
  }
  const [before, after] = [valueText(change, change.before), valueText(change, change.after)];
  if (before === null) return text('audit.set', { label, after: after ?? '' });
  return text('audit.changed', { label, before, after: after ?? text('audit.empty') });
}

/** All changes of an entry in one line, for the list. */
export const changesLine = (row: AuditRow): string => {
  const lines = row.changes.slice(0, maxInLine).map(changeLine);
  return row.changes.length > maxInLine ? `${lines.join('; ')} …` : lines.join('; ');
};
