import { TimeAtPath } from '#web/kit/value/PlanTime.tsx';
import { PathName } from './EvidenceTable.tsx';
import { subjectOf } from '#web/kit/value/evidence-path.ts';
import { expertValuesOf } from './evidence-text.ts';
import type { ExceptionRow } from './row-rules.ts';

/** Values of this booking that experts entered and that rule now. */
export function ExpertValues({ row }: { row: ExceptionRow }) {
  return (
    <table className="pt-mini">
      <tbody>
        {expertValuesOf(row.updateLogMap).map(({ path, value }) => (
          <tr key={path}>
            <th scope="row">
              <PathName path={path} mode={row.obmBk?.mode} />
            </th>
            <td>
              {typeof value === 'number' && subjectOf(path).isTime ? (
                <TimeAtPath path={path} instant={value} zone="UTC" />
              ) : (
                String(value ?? '—')
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
