import { warningOfPath } from '#domain/intake/fusion/paths.ts';
import { warningSentence, warningsTitle } from '#shared/reference/warning-names.ts';
import { useLang } from '#web/i18n/index.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { Sourced } from './Sourced.tsx';
import { usePlaceName, useTrace } from './trace-context.ts';
import { useSourceNames } from './use-source-names.ts';

/** What sources warn of, newest first. It stands beside what our own rules found and is none of it. */
export function WarningsOfSources() {
  const lang = useLang();
  const { provenance, places } = useTrace();
  const nameOf = useSourceNames();
  const placeName = usePlaceName();
  const warnings = Object.entries(provenance)
    .flatMap(([path, { winner }]) => {
      const warning = warningOfPath(path);
      return warning === undefined || typeof winner.value !== 'number'
        ? []
        : [{ ...warning, path, time: winner.value, source: nameOf(winner.sourceCode) }];
    })
    .toSorted((a, b) => b.time - a.time);
  if (warnings.length === 0) return null;
  return (
    <section aria-label={warningsTitle[lang]}>
      <h4 className="pt-muted">{warningsTitle[lang]}</h4>
      <ul className="pt-cutoffs">
        {warnings.map(({ path, code, containerNo, portCode, time, source }) => {
          const zone = portCode === null ? null : (places[portCode]?.zone ?? null);
          const about = [containerNo, portCode === null ? null : placeName(portCode)].filter((text) => text !== null);
          return (
            <li key={path}>
              <Sourced path={path} zone={zone}>
                {warningSentence(source, code)[lang]}
              </Sourced>
              <div className="pt-muted">
                {about.join(' · ')} <TimeText instant={time} zone={zone} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
