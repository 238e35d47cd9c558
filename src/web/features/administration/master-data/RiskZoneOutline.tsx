import { Suspense } from 'react';
import { parseOutline } from '#shared/geo/outline.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { LoadingState } from '#web/kit/state/States.tsx';
import './port-fences.css';

// Maps come when one is looked at.
const RiskZoneMap = fetched(async () => (await import('./RiskZoneMap.tsx')).RiskZoneMap);

/** The outline of a risk zone on a map, once it can be read; its place is kept while the map comes, so that no button moves away. */
export function RiskZoneOutline({ outline }: { outline: unknown }) {
  if (typeof outline !== 'string' || !('outline' in parseOutline(outline))) return null;
  return (
    <Suspense
      fallback={
        <div className="pt-fence pt-fence-map">
          <LoadingState />
        </div>
      }
    >
      <RiskZoneMap outline={outline} />
    </Suspense>
  );
}
