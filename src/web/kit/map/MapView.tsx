import { Button } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { lineLost, useLineBack } from '#web/base/line.ts';
import { useTheme } from '#web/base/theme.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { LoadingState } from '../state/States.tsx';
import { formatPosition } from '../value/format-value.ts';
import { CopyButton } from '../value/CopyButton.tsx';
import type { MapArea, MapEditing, MapFleet, MapGroups, MapLine, MapPlace, VesselTone } from './map-model.ts';
import type { LiveMap } from './maplibre-map.ts';
import './map.css';

type Props = {
  lines: readonly MapLine[];
  places: readonly MapPlace[];
  /** Drawn under everything else; has to stay the same object while nothing changes. */
  areas?: readonly MapArea[];
  /** Another value fits the map to its content again; the same one keeps where the reader has moved it. */
  fitKey: string;
  label: string;
  /** What the areas are; risk zones unless stated. Then they are what is looked at, and nothing is travelled. */
  areasLabel?: string;
  /** How near one may look; a part of the world unless stated. */
  maxZoom?: number;
  /** How near the map goes by itself to show what it is about; one below the nearest unless stated. */
  fitZoom?: number;
  /** Without it there is no word on what lines mean, such as where all of them are plans. */
  legend?: boolean;
  /** Many vessels that move; has to stay the same object. */
  fleet?: MapFleet | undefined;
  /** What vessels of the fleet are left out do; has to stay the same object while nothing changes. */
  hidden?: readonly VesselTone[];
  /** Lets people draw. */
  editing?: MapEditing | undefined;
  /** There may be many places: those near each other are one, which falls apart nearer by or opens as a list. */
  grouped?: boolean;
};

/** Places that lie so close together that no map shows them apart. */
function Group({ places, onClose }: { places: readonly MapPlace[]; onClose: () => void }) {
  const t = useT();
  return (
    <section
      className="pt-map-opened"
      aria-label={t('map.group', { count: places.length })}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header>
        <b>{t('map.group', { count: places.length })}</b>
        <Button size="small" type="text" autoFocus aria-label={t('common.close')} onClick={onClose}>
          ×
        </Button>
      </header>
      <ul tabIndex={0}>
        {places.map((place) => (
          <li key={place.id}>
            <b>{place.label}</b> <span className="pt-muted">{place.note}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The same content as a list, for browsers that cannot draw maps and for people who do not see them. */
function PlaceList({ places, hint }: { places: readonly MapPlace[]; hint: string }) {
  return (
    <div className="pt-map-list">
      <p className="pt-muted">{hint}</p>
      <ul>
        {places.map((place) => (
          <li key={place.id} data-kind={place.kind}>
            <b>{place.label}</b> {place.note}{' '}
            <span className="pt-mono pt-muted">{formatPosition(place.at[1], place.at[0])}</span>
            <CopyButton text={formatPosition(place.at[1], place.at[0])} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const noAreas: readonly MapArea[] = [];
const noTones: readonly VesselTone[] = [];

/** A map with own land, without internet; its code is fetched when it is first shown. A list when WebGL is missing. */
export function MapView({
  lines,
  places,
  areas = noAreas,
  fitKey,
  label,
  areasLabel,
  maxZoom,
  fitZoom,
  legend = true,
  fleet,
  hidden = noTones,
  editing,
  grouped = false,
}: Props) {
  const t = useT();
  const lang = useLang();
  const theme = useTheme();
  const fitAreas = areasLabel !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const map = useRef<LiveMap>(undefined);
  const fitted = useRef<string>(undefined);
  const [state, setState] = useState<'loading' | 'ready' | 'missing' | 'notFetched'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [opened, setOpened] = useState<readonly MapPlace[]>();
  const groups = useMemo(
    (): MapGroups | undefined =>
      grouped ? { label: (count) => t('map.group', { count }), onOpen: setOpened } : undefined,
    [grouped, t],
  );
  useLineBack(() => void (state === 'notFetched' && setAttempt(attempt + 1)));

  useEffect(() => {
    let gone = false;
    let observer: ResizeObserver | undefined;
    import('./maplibre-map.ts')
      .then(({ canDraw, createMap }) => {
        const container = box.current;
        if (gone || container === null) return;
        if (!canDraw()) return setState('missing');
        const names = { zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut'), map: label, lang };
        const live = createMap(container, t('map.attribution'), names, maxZoom);
        map.current = live;
        fitted.current = undefined;
        observer = new ResizeObserver(() => live.resize());
        observer.observe(container);
        setState('ready');
      })
      .catch(() => {
        if (gone) return;
        lineLost();
        setState('notFetched');
      });
    return () => {
      gone = true;
      observer?.disconnect();
      map.current?.remove();
      map.current = undefined;
      setState('loading');
    };
  }, [label, t, lang, maxZoom, attempt]);

  useEffect(() => {
    if (state !== 'ready') return;
    map.current?.show({ lines, places, areas, fitAreas, fitZoom, groups }, fitted.current !== fitKey);
    fitted.current = fitKey;
  }, [state, lines, places, areas, fitAreas, fitZoom, fitKey, groups]);
  useEffect(() => {
    if (state === 'ready') map.current?.fleet(fleet);
  }, [state, fleet]);
  useEffect(() => {
    if (state === 'ready') map.current?.hide(hidden);
  }, [state, hidden]);
  useEffect(() => {
    if (state === 'ready') map.current?.edit(editing);
  }, [state, editing]);
  useEffect(() => map.current?.recolour(), [theme, state]);

  if (state === 'missing' || state === 'notFetched')
    return <PlaceList places={places} hint={state === 'missing' ? t('map.missing') : t('common.notFetchedHint')} />;
  return (
    <div className="pt-map">
      <div ref={box} className="pt-map-canvas" />
      {state === 'loading' && <LoadingState />}
      {opened !== undefined && <Group places={opened} onClose={() => setOpened(undefined)} />}
      <ul className="pt-map-legend" aria-hidden="true">
        {legend && !fitAreas && <li data-kind="travelled">{t('map.travelled')}</li>}
        {legend && !fitAreas && <li data-kind="remaining">{t('map.remaining')}</li>}
        {areas.length > 0 && <li data-kind="area">{areasLabel ?? t('map.riskZones')}</li>}
      </ul>
    </div>
  );
}
