import type { CallData } from '#contract/index.ts';
import { textOfKey, useT } from '#web/i18n/index.ts';
import type { Names } from '#web/kit/search/use-names.ts';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import type { Places } from './use-places.ts';

type Detail = CallData<'sailingGet'>;
type Stop = Detail['legs'][number]['stops'][number];
type Value = string | number | boolean | null;

const isTime = (field: string): boolean => /Arrival$|Departure$/.test(field);

/** A value of a call: a time in the zone of its port, or a text. */
function CallValue({ field, value, zone }: { field: string; value: Value; zone: string | null }) {
  const t = useT();
  if (value === null || value === '') return <>—</>;
  if (isTime(field)) return <TimeText instant={Number(value)} zone={zone} short />;
  if (field === 'omitted') return <>{t(String(value) === 'true' ? 'sailings.value.left' : 'sailings.value.called')}</>;
  return <span className="pt-mono">{String(value)}</span>;
}

/** What carriers tell differently of one sailing: the value that counts first. */
export function DifferenceList({ stops, places, carriers }: { stops: Stop[]; places: Places; carriers: Names }) {
  const t = useT();
  const rows = stops.flatMap((stop) => stop.differences.map((difference) => ({ stop, difference })));
  if (rows.length === 0) return <p className="pt-muted">{t('sailings.detail.agreed')}</p>;
  return (
    <ul className="pt-sail-statements">
      {rows.map(({ stop, difference: { field, values } }) => (
        <li key={`${stop.callId} ${field}`}>
          <b>{places.nameOf(stop.portCode)}</b> {textOfKey(`sailings.value.${field}`)}
          <ul>
            {values.map(({ carrierCode, value, saidTime: statedTime }, index) => (
              <li key={carrierCode} data-counts={index === 0 || undefined}>
                {carriers.nameOf(carrierCode)}{' '}
                <CallValue field={field} value={value} zone={places.zoneOf(stop.portCode)} />{' '}
                <span className="pt-muted">
                  {t('sailings.detail.said')} <TimeText instant={statedTime} short />
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** How a sailing changed since it was first announced. */
export function ChangeList({ changes, stops, places }: { changes: Detail['changes']; stops: Stop[]; places: Places }) {
  const t = useT();
  const portOf = new Map(stops.map(({ callId, portCode }) => [callId, portCode]));
  if (changes.length === 0) return <p className="pt-muted">{t('sailings.detail.unchanged')}</p>;
  return (
    <ul className="pt-sail-statements">
      {changes.slice(0, 20).map(({ callId, time, field, oldValue, newValue }, index) => {
        const port = portOf.get(callId) ?? '';
        const zone = places.zoneOf(port);
        return (
          <li key={index}>
            <b>{places.nameOf(port)}</b> {textOfKey(`sailings.value.${field}`)}{' '}
            <CallValue field={field} value={oldValue} zone={zone} /> →{' '}
            <CallValue field={field} value={newValue} zone={zone} />{' '}
            <span className="pt-muted">
              <TimeText instant={time} short />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
