import { Button, Checkbox, Slider, Tabs } from 'antd';
import { useMemo, useState } from 'react';
import { riskKinds, type RiskArea } from '#contract/network/risk.ts';
import type { CallData } from '#contract/index.ts';
import type { Lang } from '#shared/i18n/text.ts';
import type { PageSearch } from '#web/base/define-page.ts';
import { usePageSearch } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import type { MapPlace } from '#web/kit/map/map-model.ts';
import { MapPage } from '#web/kit/map/MapPage.tsx';
import { MapView } from '#web/kit/map/MapView.tsx';
import { ErrorState, EmptyState, LoadingState } from '#web/kit/state/States.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import { AlertDialog } from './AlertDialog.tsx';
import { AreaList } from './AreaList.tsx';
import { Congestion } from './Congestion.tsx';
import { countInside, kindColours, kindsOf, kindsText, layersOf } from './risk-layers.ts';
import './risk-map.css';

const ROUTE = '/risk-map';
const maxAhead = 120;
const stepHours = 6;
const everyMs = 60_000;
const noPlaces: readonly MapPlace[] = [];

type Answer = CallData<'riskMap'>;

const nameIn = (lang: Lang, { name, nameCn }: RiskArea): string => (lang === 'zh' ? nameCn : null) ?? name;

/** Which kinds of areas are shown. */
function Layers({
  shown,
  areas,
  onChange,
}: {
  shown: readonly string[];
  areas: readonly RiskArea[];
  onChange: (kinds: string | undefined) => void;
}) {
  const t = useT();
  return (
    <fieldset className="pt-risk-layers">
      <legend className="pt-sr-only">{t('riskMap.layers')}</legend>
      {riskKinds.map((kind) => (
        <Checkbox
          key={kind}
          checked={shown.includes(kind)}
          onChange={({ target }) =>
            onChange(kindsText(riskKinds.filter((one) => (one === kind ? target.checked : shown.includes(one)))))
          }
        >
          <i style={{ background: kindColours[kind] }} aria-hidden="true" />
          {t(`riskMap.kind.${kind}`)} {areas.filter((area) => area.kind === kind).length}
        </Checkbox>
      ))}
    </fieldset>
  );
}

function Forecast({
  ahead,
  at,
  onChange,
}: {
  ahead: number;
  at: number | undefined;
  onChange: (hours: number) => void;
}) {
  const t = useT();
  const [moving, setMoving] = useState<number>();
  const shown = moving ?? ahead;
  const words = (hours: number): string => (hours === 0 ? t('riskMap.now') : t('riskMap.ahead', { hours }));
  return (
    <div className="pt-risk-forecast" title={t('riskMap.aheadHint')}>
      <span>{t('riskMap.forecast')}</span>
      <Slider
        min={0}
        max={maxAhead}
        step={stepHours}
        value={shown}
        ariaLabelForHandle={t('riskMap.forecast')}
        ariaValueTextFormatterForHandle={words}
        tooltip={{ open: false }}
        onChange={setMoving}
        onChangeComplete={(hours) => {
          setMoving(undefined);
          onChange(hours);
        }}
      />
      <b>{words(shown)}</b>
      {at !== undefined && <TimeText instant={at} short />}
    </div>
  );
}

function Failing({ sources }: { sources: Answer['sources'] }) {
  const t = useT();
  const lang = useLang();
  return sources
    .filter(({ failing }) => failing)
    .map(({ code, name, nameCn, answeredTime }) => (
      <p key={code} className="pt-risk-failing" role="status">
        {t('riskMap.sourceFailing', { name: lang === 'zh' ? nameCn : name })}{' '}
        {answeredTime !== null && <TimeText instant={answeredTime} short />}
      </p>
    ));
}

type SideTabsProps = {
  areas: readonly RiskArea[];
  ports: Answer['ports'];
  search: PageSearch;
  /** Changes some values of the address. */
  onSearch: (part: Readonly<Record<string, string | undefined>>) => void;
};

/** The areas that are shown, and the crowded ports. */
function SideTabs({ areas, ports, search, onSearch }: SideTabsProps) {
  const t = useT();
  const lang = useLang();
  return (
    <Tabs
      size="small"
      activeKey={search['tab'] === 'ports' ? 'ports' : 'areas'}
      onChange={(tab) => onSearch({ tab: tab === 'areas' ? undefined : tab })}
      items={[
        {
          key: 'areas',
          label: t('riskMap.tab.areas'),
          children:
            areas.length === 0 ? (
              <EmptyState title={t('riskMap.none')} text={t('riskMap.noneText')} />
            ) : (
              <AreaList
                areas={areas}
                nameOf={(area) => nameIn(lang, area)}
                open={search['area'] ?? ''}
                onOpen={(code) => onSearch({ area: code === '' ? undefined : code })}
              />
            ),
        },
        {
          key: 'ports',
          label: t('riskMap.tab.ports'),
          children: <Congestion ports={ports} />,
        },
      ]}
    />
  );
}

/** What endangers or delays vessels: areas with the vessels and bookings inside, storms as they move, crowded ports. */
export function RiskMapPage() {
  const t = useT();
  const lang = useLang();
  const { search, setSearch } = usePageSearch(ROUTE);
  const [alerting, setAlerting] = useState(false);
  const ahead = Math.min(maxAhead, Math.max(0, Math.round(Number(search['ahead'] ?? 0)) || 0));
  const shown = useMemo(() => kindsOf(search['kinds']), [search]);
  const query = useCall('riskMap', { ahead }, { keep: true, refetchInterval: everyMs });
  const set = (part: Readonly<Record<string, string | undefined>>): void => setSearch({ ...search, ...part });
  const answer = query.data;
  const areas = useMemo(() => answer?.areas.filter(({ kind }) => shown.includes(kind)) ?? [], [answer, shown]);
  const layers = useMemo(() => layersOf(areas, (area) => nameIn(lang, area)), [areas, lang]);
  if (query.isError && answer === undefined)
    return <ErrorState message={query.error.message} onRetry={() => void query.refetch()} />;
  if (answer === undefined) return <LoadingState />;
  return (
    <MapPage
      sideLabel={t('riskMap.area')}
      side={
        <>
          <div className="pt-risk-top">
            <b role="status">{t('riskMap.summary', { areas: areas.length, ...countInside(areas) })}</b>
            <Button size="small" onClick={() => setAlerting(true)}>
              {t('riskMap.alert.open')}
            </Button>
          </div>
          <Failing sources={answer.sources} />
          <SideTabs areas={areas} ports={answer.ports} search={search} onSearch={set} />
        </>
      }
    >
      <Layers shown={shown} areas={answer.areas} onChange={(kinds) => set({ kinds })} />
      <div className="pt-risk-canvas">
        <MapView
          lines={layers.lines}
          places={noPlaces}
          areas={layers.areas}
          areasLabel={t('riskMap.area')}
          fitKey="risk"
          label={t('riskMap.map')}
          maxZoom={9}
          legend={false}
        />
      </div>
      <Forecast
        ahead={ahead}
        at={answer.at}
        onChange={(hours) => set({ ahead: hours === 0 ? undefined : String(hours) })}
      />
      <AlertDialog open={alerting} onClose={() => setAlerting(false)} />
    </MapPage>
  );
}
