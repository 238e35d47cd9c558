import type { CallData } from '#contract/index.ts';
import type { SailingRoute } from '#contract/network/sailing.ts';
import { useT } from '#web/i18n/index.ts';
import { type Span, timelineOf } from './timeline.ts';
import type { Places } from './use-places.ts';

type Props = { legs: CallData<'sailingGet'>['legs']; route: SailingRoute; places: Places };

const at = ({ start, width }: Span) => ({ left: `${start}%`, width: `${width}%` });

/** The legs of a way below each other on one axis of days, with calls on the way and waiting for the next vessel. */
export function SailingTimeline({ legs, route, places }: Props) {
  const t = useT();
  const line = timelineOf(legs);
  if (line === undefined) return null;
  return (
    <ol className="pt-sail-line" aria-label={t('sailings.detail.timeline')}>
      {line.legs.map(({ ride, stays, wait }, index) => {
        const leg = route.legs[index];
        return (
          <li key={leg?.boardCallId ?? index}>
            {wait !== undefined && (
              <div className="pt-muted pt-sail-line-name">
                {t('sailings.detail.wait', { port: places.nameOf(wait.portCode), days: wait.days })}
              </div>
            )}
            <div className="pt-sail-line-name">
              <b>{leg?.vesselName}</b> {places.nameOf(leg?.fromPort ?? '')} → {places.nameOf(leg?.toPort ?? '')}
            </div>
            <div className="pt-sail-track" aria-hidden="true">
              {wait !== undefined && <span data-kind="wait" style={at(wait.span)} />}
              <span style={at(ride)} />
              {stays.map(({ portCode, span }) => (
                <span
                  key={`${portCode} ${span.start}`}
                  data-kind="stay"
                  title={places.nameOf(portCode)}
                  style={at(span)}
                />
              ))}
            </div>
          </li>
        );
      })}
      <li className="pt-sail-ticks" aria-hidden="true">
        {line.ticks.map(({ day, at: place }) => (
          <span key={day} style={{ left: `${place}%` }}>
            {t('sailings.detail.day', { count: day })}
          </span>
        ))}
      </li>
    </ol>
  );
}
