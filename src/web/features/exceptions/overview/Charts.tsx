import { useMemo, type ReactNode } from 'react';
import { GoLink } from '#web/base/GoLink.tsx';
import { useGo } from '#web/base/page-hooks.ts';
import { useT } from '#web/i18n/index.ts';
import { BarChart, type BarSeries } from '#web/kit/chart/BarChart.tsx';
import { EmptyState } from '#web/kit/state/States.tsx';
import { dayHref, exceptionsHref, handledHref, openNames, type OpenStatus } from './links.ts';
import { useNumbers } from './use-numbers.ts';
import type { OverviewData } from './use-overview.ts';

const colours = ['--pt-bar-1', '--pt-bar-2', '--pt-bar-3'] as const;
const shownTypes = 9;

/** A framed part of the page. */
export function Panel({
  title,
  extra,
  area,
  children,
}: {
  title: string;
  extra?: ReactNode;
  area: string;
  children: ReactNode;
}) {
  return (
    <section className="pt-ov-panel" style={{ gridArea: area }}>
      <header>
        <h2>{title}</h2>
        {extra}
      </header>
      {children}
    </section>
  );
}

type Counts = Readonly<Record<OpenStatus, number>>;

/** The three kinds of open exceptions as series of a chart. */
function useOpenSeries(rows: readonly Counts[]): BarSeries[] {
  const t = useT();
  return useMemo(
    () =>
      openNames.map((name, index) => ({
        key: name,
        name: t(`overview.status.${name}`),
        colour: colours[index] ?? colours[0],
        values: rows.map((row) => row[name]),
      })),
    [rows, t],
  );
}

/** What came about and what was settled, day by day. */
export function DaysChart({ days }: { days: OverviewData['days'] }) {
  const t = useT();
  const go = useGo();
  const numberText = useNumbers();
  const categories = useMemo(() => days.map(({ day }) => ({ key: day, name: day.slice(5), title: day })), [days]);
  const series = useMemo<BarSeries[]>(
    () => [
      { key: 'opened', name: t('overview.days.opened'), colour: '--pt-bar-2', values: days.map((day) => day.opened) },
      {
        key: 'handled',
        name: t('overview.days.handled'),
        colour: '--pt-bar-1',
        stack: 'settled',
        values: days.map((day) => day.handled),
      },
      {
        key: 'gone',
        name: t('overview.days.gone'),
        colour: '--pt-bar-3',
        stack: 'settled',
        values: days.map((day) => day.gone),
      },
    ],
    [days, t],
  );
  const hrefOf = (index: number, key: string): string => {
    const day = days[index]?.day ?? '';
    return key === 'opened' ? dayHref(day) : handledHref(day);
  };
  return (
    <BarChart
      name="overview.days"
      label={t('overview.days.title')}
      categoryLabel={t('overview.days.day')}
      categories={categories}
      series={series}
      numberText={numberText}
      onPick={(index, key) => go(hrefOf(index, key))}
      cell={(index, key, value) => <GoLink href={hrefOf(index, key)}>{value}</GoLink>}
    />
  );
}

/** Open exceptions by how old they are. */
export function AgesChart({ ages }: { ages: OverviewData['ages'] }) {
  const t = useT();
  const go = useGo();
  const numberText = useNumbers();
  const categories = useMemo(() => ages.map(({ key }) => ({ key, name: t(`overview.ages.${key}`) })), [ages, t]);
  const series = useOpenSeries(ages);
  const hrefOf = (index: number, key: string): string =>
    exceptionsHref({
      status: openNames.find((name) => name === key),
      from: ages[index]?.from ?? null,
      to: ages[index]?.to ?? null,
    });
  return (
    <BarChart
      horizontal
      name="overview.ages"
      label={t('overview.ages.title')}
      categoryLabel={t('overview.ages.age')}
      categories={categories}
      series={series}
      numberText={numberText}
      onPick={(index, key) => go(hrefOf(index, key))}
      cell={(index, key, value) => <GoLink href={hrefOf(index, key)}>{value}</GoLink>}
    />
  );
}

/** Open exceptions by type: those with most of them, the others as one. */
export function TypesChart({ types }: { types: OverviewData['types'] }) {
  const t = useT();
  const go = useGo();
  const numberText = useNumbers();
  const rows = useMemo(() => {
    if (types.length <= shownTypes) return types;
    const rest = types.slice(shownTypes - 1);
    const sum = (name: OpenStatus | 'total'): number => rest.reduce((all, type) => all + type[name], 0);
    const others = {
      testPurpose: '',
      testPurposeName: t('overview.types.others', { count: rest.length }),
      untreated: sum('untreated'),
      inProgress: sum('inProgress'),
      onHold: sum('onHold'),
      total: sum('total'),
    };
    return [...types.slice(0, shownTypes - 1), others];
  }, [types, t]);
  const categories = useMemo(
    () =>
      rows.map(({ testPurpose, testPurposeName: name }) => ({ key: testPurpose, name: shorten(name), title: name })),
    [rows],
  );
  const series = useOpenSeries(rows);
  const hrefOf = (index: number, key: string): string => {
    const code = rows[index]?.testPurpose ?? '';
    const codes = code === '' ? types.slice(shownTypes - 1).map((type) => type.testPurpose) : [code];
    return exceptionsHref({ status: openNames.find((name) => name === key), testPurpose: codes.join(',') });
  };
  if (types.length === 0) return <EmptyState title={t('overview.noneOpen')} />;
  return (
    <BarChart
      horizontal
      name="overview.types"
      label={t('overview.types.title')}
      categoryLabel={t('overview.types.type')}
      categories={categories}
      series={series}
      numberText={numberText}
      onPick={(index, key) => go(hrefOf(index, key))}
      cell={(index, key, value) => <GoLink href={hrefOf(index, key)}>{value}</GoLink>}
    />
  );
}

const shorten = (name: string): string => (name.length > 22 ? `${name.slice(0, 21)}…` : name);
