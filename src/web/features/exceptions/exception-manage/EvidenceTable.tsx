import { useCall } from '#web/base/use-call.ts';
import { useLang } from '#web/i18n/index.ts';
import { EvidenceTable as EvidenceRows } from '#web/kit/value/EvidenceTable.tsx';
import type { ExceptionRow } from './row-rules.ts';

export { PathName } from '#web/kit/value/EvidenceTable.tsx';

/** The values a rule looked at, with the names of the sources. */
export function EvidenceTable({ row }: { row: ExceptionRow }) {
  const lang = useLang();
  const { data: sources } = useCall('sources', undefined, { staleTime: 60_000 });
  const nameOf = (code: string): string => {
    const source = sources?.find((item) => item.code === code);
    return source === undefined ? code : lang === 'zh' ? source.nameCn : source.nameEn;
  };
  return <EvidenceRows evidence={row.obmAutotestResult.evidence} nameOf={nameOf} mode={row.obmBk?.mode} />;
}
