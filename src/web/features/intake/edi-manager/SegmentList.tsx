import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';
import { useTagNames } from './tag-names.ts';

type Detail = CallData<'ediGet'>;
type Problem = Detail['problems'][number];

const tones: Readonly<Record<Problem['severity'], Tone>> = { refusal: 'danger', event: 'warn', warning: 'info' };

/** One problem in words. */
export function ProblemLine({ problem }: { problem: Problem }) {
  const t = useT();
  return (
    <span className="pt-edi-problem">
      <StatusTag tone={tones[problem.severity]}>{t(`edi.severity.${problem.severity}`)}</StatusTag> {problem.text}
      {problem.value !== null && problem.value !== '' && <code>{problem.value}</code>}
    </span>
  );
}

/** The segments of a message with what their tags mean, and problems at the segments they concern. */
export function SegmentList({ detail }: { detail: Pick<Detail, 'segments' | 'problems' | 'cut'> }) {
  const t = useT();
  const names = useTagNames();
  const bySegment = useMemo(() => Map.groupBy(detail.problems, (problem) => problem.segment), [detail.problems]);
  if (detail.segments.length === 0) return <p className="pt-muted">{t('edi.noSegments')}</p>;
  return (
    <div className="pt-edi-scroll" tabIndex={0} role="group" aria-label={t('edi.section.segments')}>
      <ol className="pt-edi-segments">
        {detail.segments.map((segment) => {
          const problems = bySegment.get(segment.number) ?? [];
          return (
            <li key={segment.number} data-problem={problems[0]?.severity}>
              <span className="pt-edi-number">{segment.number}</span>
              <code>{segment.text}</code>
              <span className="pt-edi-meaning">{names(segment.tag, segment.elements)}</span>
              {problems.map((problem, index) => (
                <ProblemLine key={index} problem={problem} />
              ))}
            </li>
          );
        })}
      </ol>
      {detail.cut && <p className="pt-muted">{t('edi.cut')}</p>}
    </div>
  );
}
