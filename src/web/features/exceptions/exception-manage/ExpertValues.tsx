import { TimeAtPath } from '#web/kit/value/PlanTime.tsx';
import { PathName } from './EvidenceTable.tsx';
import { textAt } from '#web/kit/value/loose-row.ts';
import { subjectOf } from '#web/kit/value/evidence-path.ts';
import { expertValuesOf } from './evidence-text.ts';
import type { ExceptionRow } from './row-rules.ts';

/** Of the times of a passage these are at its beginning. */
const departures: ReadonlySet<string> = new Set(['etd', 'atd', 'plannedDeparture']);

/** The zone of a value by what it is about: that of the milestone, or of the end of the leg or of the booking. */
function zoneOf({ obmBk, obmMultiVessel, mdStatusRecordList }: ExceptionRow, path: string): string | null {
  const { kind, key, attribute } = subjectOf(path);
  if (kind === 'event')
    return (
      mdStatusRecordList.find(({ mdStatusRecordId }) => mdStatusRecordId.endsWith(`-${key}`))?.eventTimeZone ?? null
    );
  const passage = kind === 'leg' ? (obmMultiVessel.find(({ sequence }) => String(sequence) === key) ?? null) : obmBk;
  return textAt(passage, departures.has(attribute) ? 'polZone' : 'podZone');
}

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
                <TimeAtPath path={path} instant={value} zone={zoneOf(row, path)} />
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
