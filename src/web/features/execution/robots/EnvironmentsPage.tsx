import { useMemo } from 'react';
import type { CallData } from '#contract/index.ts';
import { environment } from '#entities/environment.ts';
import { useLiveRefetch } from '#web/base/live.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useCall } from '#web/base/use-call.ts';
import type { Row } from '#web/entity/entity-calls.ts';
import { EntityListPage } from '#web/entity/EntityListPage.tsx';
import { useT } from '#web/i18n/index.ts';
import type { DataColumn } from '#web/kit/table/column-model.ts';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useRobotsDialog } from './use-robots-dialog.tsx';
import './robots.css';

type Use = CallData<'environmentUse'>[number];

type Linked = { id: string; name: string; href: string };

/** How many there are, and a link to each. */
function LinkedNames({ count, items }: { count: string; items: readonly Linked[] }) {
  const go = useGo();
  return (
    <>
      {count}
      {items.map(({ id, name, href }) => (
        <button key={id} type="button" className="pt-link pt-robots-item" onClick={() => go(href)}>
          {name}
        </button>
      ))}
    </>
  );
}

/** Environments: the robots in them, and the processes that run there. */
export function EnvironmentsPage() {
  const t = useT();
  const { data } = useCall('environmentUse', undefined, { keep: true, staleTime: 0 });
  useLiveRefetch('robot', 'environmentUse');
  const columns = useMemo((): DataColumn<Row>[] => {
    const uses = new Map((data ?? []).map((use) => [use.environmentId, use]));
    const of = (row: Row): Use | undefined => uses.get(String(row['environmentId']));
    const robotsOf = (row: Row) => of(row)?.robots ?? [];
    const processesOf = (row: Row) => of(row)?.processes ?? [];
    return [
      {
        key: 'isDefault',
        title: t('robots.isDefault'),
        width: 90,
        text: (row) => (of(row)?.isDefault === true ? t('robots.isDefault') : ''),
        render: (row) => of(row)?.isDefault === true && <StatusTag tone="info">{t('robots.isDefault')}</StatusTag>,
      },
      {
        key: 'load',
        title: t('robots.environmentLoad'),
        width: 330,
        text: (row) => {
          const use = of(row);
          return use === undefined ? '' : t('robots.environmentText', use.load);
        },
      },
      {
        key: 'robots',
        title: t('robots.robotsIn'),
        width: 320,
        grow: true,
        text: (row) =>
          robotsOf(row)
            .map(({ robotName }) => robotName)
            .join(', '),
        render: (row) => (
          <LinkedNames
            count={t('robots.robotCount', { count: robotsOf(row).length })}
            items={robotsOf(row).map(({ robotId, robotName }) => ({
              id: robotId,
              name: robotName,
              href: `/robot?keyword=${encodeURIComponent(robotName)}`,
            }))}
          />
        ),
      },
      {
        key: 'processes',
        title: t('robots.processesOf'),
        width: 320,
        grow: true,
        text: (row) =>
          processesOf(row)
            .map(({ processName, tenantName }) => `${processName} (${tenantName})`)
            .join(', '),
        render: (row) => (
          <LinkedNames
            count={t('robots.processCount', { count: processesOf(row).length })}
            items={processesOf(row).map(({ processId, processName, tenantName }) => ({
              id: processId,
              name: `${processName} (${tenantName})`,
              href: `/process?processName=${encodeURIComponent(processName)}`,
            }))}
          />
        ),
      },
    ];
  }, [t, data]);
  const dialog = useRobotsDialog(data);
  return <EntityListPage entity={environment} route="/environment" extraColumns={columns} dialog={dialog} />;
}
