import type { SailingRoute } from '#contract/network/sailing.ts';
import { openingCodes } from '#shared/reference/cutoff-codes.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import type { Names } from '#web/kit/search/use-names.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { useStatementText } from '#web/kit/value/use-source-text.ts';

/** The cut-offs that most containers have to meet, in the order of a row. */
const usual = new Set(['EFC', 'FCO', 'DCO', 'VCO', 'CCO', 'DEC']);
const briefly = ['EFC', 'FCO', 'DCO', 'VCO'];

/** The first of the usual cut-offs that is over: with it this sailing can hardly be had any more. */
export const missedOf = (cutOffs: SailingRoute['cutOffs'], now: number): string | undefined =>
  cutOffs
    .filter(({ code, time }) => briefly.includes(code) && !openingCodes.has(code) && time <= now)
    .toSorted((a, b) => a.time - b.time)[0]?.code;

type Props = {
  cutOffs: SailingRoute['cutOffs'];
  zone: string | null;
  carriers: Names;
  now: number;
  brief?: boolean;
};

/** Cut-offs with their names and which source reported them; a brief list has those of every container only. */
export function CutOffs({ cutOffs, zone, carriers, now, brief = false }: Props) {
  const t = useT();
  const sourceText = useStatementText(carriers.nameOf);
  const shown = brief ? cutOffs.filter(({ code }) => briefly.includes(code)) : cutOffs;
  if (shown.length === 0) return <p className="pt-muted pt-sail-cuts">{t('sailings.cutOff.none')}</p>;
  return (
    <dl className="pt-sail-cuts" data-brief={brief || undefined}>
      {shown.map(({ code, time, said: source }) => (
        <div
          key={code}
          data-special={!usual.has(code) || undefined}
          data-past={(time <= now && !openingCodes.has(code)) || undefined}
        >
          <dt>{brief ? textOfKey(`sailings.cutOff.${code}`) : textOfKey(`value.cutoff.${code}`)}</dt>
          <dd>
            <TimeText instant={time} zone={zone} short source={sourceText(source)} />
            {time <= now && !openingCodes.has(code) && (
              <span className={brief ? 'pt-sr-only' : 'pt-muted'}> {t('sailings.cutOff.past')}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
