import { parseEventKey } from '#domain/intake/fusion/paths.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { warningCodes } from '#shared/reference/warning-codes.ts';
import { warningNames, warningWord } from '#shared/reference/warning-names.ts';
import { isOneOf } from '#shared/values/objects.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { attributeLabel, cutoffLabel } from './attribute-label.ts';
import { TimeAtPath } from './PlanTime.tsx';
import { TimeText } from './TimeText.tsx';
import { subjectOf } from './evidence-path.ts';

/** One value a rule looked at. */
export type Piece = {
  path: string;
  value: string | number | null;
  sourceCode?: string | undefined;
  observedAt?: number | undefined;
  zone?: string | undefined;
};

/** What a path is about, in the words of the shipment's mode. */
export function PathName({ path, mode }: { path: string; mode?: Mode | undefined }) {
  const t = useT();
  const lang = useLang();
  const statuses = useStatuses();
  const { kind, key, attribute } = subjectOf(path);
  const name = attributeLabel(t, attribute, mode);
  if (kind === 'leg')
    return (
      <>
        {t('value.evidence.leg', { number: key })} · {name}
      </>
    );
  if (kind === 'container')
    return (
      <>
        <span className="pt-mono">{key}</span> · {name}
      </>
    );
  if (kind === 'cutoff') return <>{t('value.evidence.cutoff', { name: cutoffLabel(t, key) })}</>;
  if (kind === 'warning')
    return (
      <>
        {warningWord[lang]} · {isOneOf(warningCodes, key) ? warningNames[key][lang] : key}
      </>
    );
  if (kind === 'event') {
    const { containerNo, statusCode, portCode } = parseEventKey(key);
    return (
      <>
        {[containerNo, statuses.nameOf(statusCode), portCode].filter(Boolean).join(' · ')} · {name}
      </>
    );
  }
  return <>{name}</>;
}

function Value({ piece }: { piece: Piece }) {
  if (piece.value === null) return <>—</>;
  if (typeof piece.value === 'number' && subjectOf(piece.path).isTime)
    return <TimeAtPath path={piece.path} instant={piece.value} zone={piece.zone} />;
  return <>{String(piece.value)}</>;
}

type Props = { evidence: readonly Piece[]; nameOf: (sourceCode: string) => string; mode?: Mode | undefined };

/** The values a rule looked at, who gave them, and when. */
export function EvidenceTable({ evidence, nameOf, mode }: Props) {
  const t = useT();
  if (evidence.length === 0) return <p className="pt-muted">{t('value.evidence.none')}</p>;
  return (
    <table className="pt-mini pt-evidence">
      <thead>
        <tr>
          {(['about', 'value', 'source', 'observed'] as const).map((key) => (
            <th key={key} scope="col">
              {t(`value.evidence.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {evidence.map((piece) => (
          <tr key={`${piece.path}/${piece.sourceCode ?? ''}/${piece.value}`}>
            <td>
              <PathName path={piece.path} mode={mode} />
            </td>
            <td>
              <Value piece={piece} />
            </td>
            <td>{piece.sourceCode === undefined ? t('value.evidence.fused') : nameOf(piece.sourceCode)}</td>
            <td>
              <TimeText instant={piece.observedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
