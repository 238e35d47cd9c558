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

/** Environments: the robots in them, and the processes that run there. */
export function EnvironmentsPage() {
  const t = useT();
  const go = useGo();
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
          <>
            {t('robots.robotCount', { count: of(row)?.robots.length ?? 0 })}
            {robotsOf(row).map(({ robotId, robotName }) => (
              <button
                key={robotId}
                type="button"
                className="pt-link pt-robots-item"
                onClick={() => go(`/robot?keyword=${encodeURIComponent(robotName)}`)}
              >
                {robotName}
              </button>
            ))}
          </>
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
          <>
            {t('robots.processCount', { count: of(row)?.processes.length ?? 0 })}
            {processesOf(row).map(({ processId, processName, tenantName }) => (
              <button
                key={processId}
                type="button"
                className="pt-link pt-robots-item"
                onClick={() => go(`/process?processName=${encodeURIComponent(processName)}`)}
              >
                {processName} ({tenantName})
              </button>
            ))}
          </>
        ),
      },
    ];
  }, [t, go, data]);
  const dialog = useRobotsDialog(data);
  return <EntityListPage entity={environment} route="/environment" extraColumns={columns} dialog={dialog} />;
}
