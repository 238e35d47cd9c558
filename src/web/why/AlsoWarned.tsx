import type { CallData } from '#contract/index.ts';
import { warningSentence, warningsTitle } from '#shared/reference/warning-names.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import './why.css';

type Warnings = CallData<'exceptionResultById'>['warnings'];

/** Warnings of sources beside an exception of ours, each with source and time; nothing where there are none. */
export function AlsoWarned({ warnings = [] }: { warnings?: Warnings }) {
  const lang = useLang();
  if (warnings.length === 0) return null;
  return (
    <ul className="pt-warned" aria-label={warningsTitle[lang]}>
      {warnings.map(({ code, sourceName, containerNo, portCode, time, zone }) => (
        <li key={`${sourceName}/${code}/${containerNo}/${portCode}`}>
          {warningSentence(sourceName, code)[lang]}{' '}
          <span className="pt-muted">
            {[containerNo, portCode].filter((text) => text !== null).join(' · ')}{' '}
            <TimeText instant={time} zone={zone} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The same as a section of a drawer, which asks for it by itself. */
export function AlsoWarnedSection({ exceptionId }: { exceptionId: string }) {
  const lang = useLang();
  const { data } = useCall('exceptionResultById', { obmAutotestResultId: exceptionId });
  if (data?.warnings === undefined) return null;
  return (
    <Section title={warningsTitle[lang]}>
      <AlsoWarned warnings={data.warnings} />
    </Section>
  );
}
