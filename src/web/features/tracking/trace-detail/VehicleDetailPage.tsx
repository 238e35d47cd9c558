import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { Replay, Stays } from '#web/kit/replay/TrackReplay.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { textAt } from '#web/kit/value/loose-row.ts';
import { TraceMap } from './TraceMap.tsx';
import { TraceDetailPage } from './TraceDetailPage.tsx';
import { useTrace } from './trace-context.ts';

/** The way of the truck with a slider over time and its stays within fences; without a device the plan on the map. */
function Drive() {
  const t = useT();
  const trace = useTrace();
  const drive = useCall('vehicleTraceDrive', { obmBkId: trace.booking.obmBkId });
  const known = drive.data;
  const track = useCall(
    'vehicleTrack',
    { vehicleId: known?.vehicleId ?? '0', timeFrom: known?.timeFrom ?? 0, timeTo: known?.timeTo ?? 0 },
    { enabled: known?.vehicleId != null, keep: true },
  );
  if (known?.vehicleId === null)
    return (
      <>
        <TraceMap />
        <p className="pt-muted">{t('landDetail.drive.noDevice', { plate: known.plateNo ?? '' })}</p>
      </>
    );
  const zone = textAt(trace.booking, 'polZone');
  return (
    <Section title={t('landDetail.drive.title')}>
      <Loaded query={track}>
        {(way) => (
          <>
            <Replay track={way} zone={zone} />
            <Section title={t('landDetail.drive.stays')}>
              <Stays track={way} now={way.timeTo} />
            </Section>
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The trace of an order by road: stops as planned and as the fences saw the truck, and its way on the map. */
export const VehicleDetailPage = () => <TraceDetailPage route="/vehicle-detail" side={<Drive />} />;
