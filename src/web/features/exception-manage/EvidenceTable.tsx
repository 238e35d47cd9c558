import { useCall } from '#web/app/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { useStatuses } from '#web/kit/search/use-names.ts';
import { attributeLabel } from '#web/kit/value/attribute-label.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { eventParts, subjectOf } from './evidence-text.ts';
import type { ExceptionRow } from './row-rules.ts';

type Piece = ExceptionRow['obmAutotestResult']['evidence'][number];

/** What a path is about, in words. */
export function PathName({ path }: { path: string }) {
  const t = useT();
  const statuses = useStatuses();
  const { kind, key, attribute } = subjectOf(path);
  const name = attributeLabel(t, attribute);
  if (kind === 'leg')
    return (
      <>
        {t('exceptionManage.evidence.leg', { number: key })} · {name}
      </>
    );
  if (kind === 'container')
    return (
      <>
        <span className="pt-mono">{key}</span> · {name}
      </>
    );
  if (kind === 'event') {
    const { containerNo, statusCode, portCode } = eventParts(key);
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
    return <TimeText instant={piece.value} zone={piece.zone ?? null} />;
  return <>{String(piece.value)}</>;
}

/** The values a rule looked at, who gave them, and when. */
export function EvidenceTable({ row }: { row: ExceptionRow }) {
  const t = useT();
  const lang = useLang();
  const { data: sources } = useCall('sources', undefined, { staleTime: 60_000 });
  const { evidence } = row.obmAutotestResult;
  if (evidence.length === 0) return <p className="pt-muted">{t('exceptionManage.evidence.none')}</p>;
  const sourceName = (code: string | undefined): string => {
    if (code === undefined) return t('exceptionManage.evidence.fused');
    const source = sources?.find((item) => item.code === code);
    return source === undefined ? code : lang === 'zh' ? source.nameCn : source.nameEn;
  };
  return (
    <table className="pt-mini">
      <thead>
        <tr>
          {(['about', 'value', 'source', 'observed'] as const).map((key) => (
            <th key={key} scope="col">
              {t(`exceptionManage.evidence.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {evidence.map((piece) => (
          <tr key={`${piece.path}/${piece.sourceCode ?? ''}/${piece.value}`}>
            <td>
              <PathName path={piece.path} />
            </td>
            <td>
              <Value piece={piece} />
            </td>
            <td>{sourceName(piece.sourceCode)}</td>
            <td>
              <TimeText instant={piece.observedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
