import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { recordOf } from '#shared/values/objects.ts';
import { useCall } from '#web/base/use-call.ts';
import type { FormTools } from '#web/entity/EntityDialog.tsx';
import { useLang, useT } from '#web/i18n/index.ts';
import type { MapEditing, MapHandle, MapPlace } from '#web/kit/map/map-model.ts';
import { MapView } from '#web/kit/map/MapView.tsx';
import {
  draftOfDrawing,
  drawingOf,
  edgeOf,
  type FenceDraft,
  type FenceDrawing,
  moved,
  pressed,
  redrawn,
  removed,
  ringOf,
} from './fence-drawing.ts';
import './port-fences.css';

const maxZoom = 12;
const noLines: readonly [] = [];

/** The place of a port, to find the sea around it. */
function usePortPlace(portId: string): MapPlace | undefined {
  const { data } = useCall('port.get', { mdPortId: portId }, { enabled: portId !== '' });
  return useMemo(() => {
    if (data === undefined || data.longitude === null || data.latitude === null) return undefined;
    return { id: portId, at: [data.longitude, data.latitude], label: data.portCode, kind: 'port' };
  }, [data, portId]);
}

function useHandles(drawing: FenceDrawing): MapHandle[] {
  const t = useT();
  if (drawing.kind === 'outline') {
    return drawing.corners.map((at, index) => {
      const label = t('portFences.corner', { number: index + 1 });
      return { id: String(index), at, label, kind: 'corner' };
    });
  }
  const { middle, radiusNm } = drawing;
  if (middle === undefined) return [];
  const middleHandle: MapHandle = { id: 'middle', at: middle, label: t('portFences.middle'), kind: 'middle' };
  if (radiusNm === undefined || radiusNm <= 0) return [middleHandle];
  return [middleHandle, { id: 'edge', at: edgeOf(middle, radiusNm), label: t('portFences.edge'), kind: 'edge' }];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The map below the form of a fence: what is entered is shown on it, and what is drawn on it is entered. */
export function FenceMap({ draft, set }: Pick<FormTools, 'draft' | 'set'>) {
  const t = useT();
  const entered: FenceDraft = {
    longitude: textOf(draft['longitude']),
    latitude: textOf(draft['latitude']),
    radiusNm: textOf(draft['radiusNm']),
    outline: textOf(draft['outline']),
  };
  const [wanted, setWanted] = useState(entered.outline === '' ? 'circle' : 'outline');
  const read = drawingOf(entered);
  const isEmpty = Object.values(entered).every((value) => value.trim() === '');
  const drawing: FenceDrawing = isEmpty && wanted === 'outline' ? { kind: 'outline', corners: [] } : read;
  const portId = textOf(draft['portId']);
  const place = usePortPlace(portId);
  const draw = (next: FenceDrawing): void => {
    for (const [name, value] of Object.entries(draftOfDrawing(next))) set(name, value);
  };
  const editing: MapEditing = {
    handles: useHandles(drawing),
    onPress: (at) => draw(pressed(drawing, at)),
    onMove: (id, at) => draw(moved(drawing, id, at)),
    onRemove: (id) => draw(removed(drawing, id)),
  };
  const ring = ringOf(drawing);
  const areas = useMemo(
    () => (ring === undefined ? [] : [{ id: 'fence', label: '', rings: [ring] }]),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the ring follows from the values
    [JSON.stringify(ring)],
  );
  const choose = (kind: string): void => {
    setWanted(kind);
    if (kind !== drawing.kind) draw(redrawn(drawing));
  };
  return (
    <div className="pt-fence">
      <div className="pt-fence-tools">
        <span className="pt-fence-buttons">
          <Segmented
            aria-label={t('portFences.shape')}
            value={drawing.kind}
            options={[
              { value: 'circle', label: t('portFences.circle') },
              { value: 'outline', label: t('portFences.outline') },
            ]}
            onChange={choose}
          />
          <Button disabled={isEmpty} onClick={() => draw({ kind: 'outline', corners: [] })}>
            {t('portFences.clear')}
          </Button>
        </span>
        <span className="pt-muted">
          {t(drawing.kind === 'circle' ? 'portFences.hintCircle' : 'portFences.hintOutline')} {t('portFences.hintKeys')}
        </span>
      </div>
      <div className="pt-fence-map">
        <MapView
          lines={noLines}
          places={useMemo(() => (place === undefined ? [] : [place]), [place])}
          areas={areas}
          areasLabel={t('portFences.fences')}
          // It stays where the reader has moved it while a shape is being drawn.
          fitKey={`${portId} ${place?.at.join() ?? ''}`}
          label={t('portFences.map')}
          maxZoom={maxZoom}
          editing={editing}
        />
      </div>
    </div>
  );
}

/** All fences in use of one port, with the port itself. */
export function PortFencesMap({ portId, portCode }: { portId: string; portCode: string }) {
  const t = useT();
  const lang = useLang();
  const place = usePortPlace(portId);
  const { data } = useCall('portFence.query', { portId: [portId], enabled: [1], pageSize: 200 });
  const areas = useMemo(
    () =>
      (data?.records ?? []).flatMap((one) => {
        const texts = recordOf(['longitude', 'latitude', 'radiusNm'], (name) => String(one[name] ?? ''));
        const ring = ringOf(drawingOf({ ...texts, outline: one.outline ?? '' }));
        const label = (lang === 'zh' ? one.fenceName : null) ?? one.fenceNameEn;
        return ring === undefined ? [] : [{ id: one.mdPortFenceId, label, rings: [ring] }];
      }),
    [data, lang],
  );
  return (
    <>
      {data?.records.length === 0 && <p className="pt-muted">{t('portFences.noFences')}</p>}
      <div className="pt-fence-map">
        <MapView
          lines={noLines}
          places={useMemo(() => (place === undefined ? [] : [place]), [place])}
          areas={areas}
          areasLabel={t('portFences.fences')}
          fitKey={`${portId} ${areas.length} ${place === undefined}`}
          label={t('portFences.ofPort', { port: portCode })}
          maxZoom={maxZoom}
        />
      </div>
    </>
  );
}
