import { CodeOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { packageVersion } from '#entities/package-version.ts';
import { subPackage } from '#entities/sub-package.ts';
import { versionType } from '#entities/version-type.ts';
import { PartsTable, type PartColumn } from '#web/entity/PartsTable.tsx';
import type { Part } from '#web/entity/parts-state.ts';
import { useEntityNames } from '#web/entity/use-entity-names.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { useParts } from '#web/entity/use-parts.ts';
import { type OnParts, useReportParts } from '#web/entity/use-parts-in-dialog.ts';
import { useCall } from '#web/base/use-call.ts';
import { type Translate, useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { CronText } from '#web/kit/cron/CronText.tsx';
import { WorkDialog } from './WorkDialog.tsx';
import './packages.css';

type Props = {
  packageId: string;
  onParts: OnParts;
};

const fieldColumns: readonly PartColumn[] = [
  'packageVersion',
  'packageVersionStatus',
  'independentFlag',
  'cronExpression',
  'unionFlag',
];
const typeColumns: readonly PartColumn[] = [
  'machineType',
  'machineVersion',
  'weight',
  'remoteProcessId',
  'packageVersionTypeStatus',
  'priority',
];

/** What a cron expression means, under its cell. */
const underCron = (name: string, part: Part) =>
  name === 'cronExpression' ? <CronText expression={String(part.draft[name] ?? '')} /> : null;

/** Opens what a saved version runs. */
const workColumn = (t: Translate, open: (versionId: string) => void): PartColumn => ({
  key: 'work',
  title: t('orchestration.script.work'),
  width: 84,
  draw: ({ key, row }) =>
    row === undefined ? (
      '—'
    ) : (
      <Button
        size="small"
        icon={<CodeOutlined />}
        aria-label={t('orchestration.script.open', { version: String(row['packageVersion']) })}
        onClick={() => open(key)}
      />
    ),
});

/** The panels of a package: its versions, and the version types and sub-packages of the chosen one. */
export function VersionPanels({ packageId, onParts }: Props) {
  const t = useT();
  const client = useQueryClient();
  const readOnly = !useMayWrite(packageVersion);
  const [chosenKey, setChosenKey] = useState<string>();
  const [work, setWork] = useState<string>();
  const versionNames = useEntityNames(packageVersion);
  const typeNames = useEntityNames(versionType);
  const subNames = useEntityNames(subPackage);
  const { data: all } = useCall('packagesWithVersions', undefined, { staleTime: 10_000 });
  const descOf = new Map((all ?? []).map((one) => [one.wlPackageVersionId, one.packageDesc]));
  const refreshList = (): void => void client.invalidateQueries({ queryKey: ['package.query'] });

  const versions = useParts({
    entity: packageVersion,
    whole: packageId,
    names: versionNames,
    removal: 'at once',
    onSaved: refreshList,
  });
  const chosen = versions.parts.find((part) => part.key === chosenKey) ?? versions.parts[0];
  const versionId = chosen?.row === undefined ? undefined : chosen.key;
  const types = useParts({
    entity: versionType,
    whole: versionId,
    names: typeNames,
    removal: 'at once',
  });
  const subs = useParts({
    entity: subPackage,
    whole: versionId,
    names: subNames,
    removal: 'at once',
  });

  useReportParts([versions, types, subs], onParts);

  // What was entered for the version that is left stays in the browser, and is offered when it is chosen again.
  const choose = async (part: Part): Promise<void> => {
    const leave =
      (!types.dirty && !subs.dirty) ||
      (await confirm({
        title: t('orchestration.leaveTitle'),
        content: t('orchestration.leaveContent'),
        okText: t('orchestration.leave'),
        cancelText: t('common.keepEditing'),
      }));
    if (leave) setChosenKey(part.key);
  };

  const name = String(chosen?.row?.['packageVersion'] ?? '');
  const versionColumns = [...fieldColumns, workColumn(t, setWork)];
  const unready = versionId === undefined ? t('orchestration.noVersion') : undefined;
  const subColumns: readonly PartColumn[] = [
    { key: 'index', title: t('orchestration.index'), width: 56, draw: (_part, index) => index + 1 },
    'repeatFlag',
    'detailPackageVersionId',
    {
      key: 'detailPackageDesc',
      title: t('orchestration.detailDesc'),
      width: 120,
      draw: ({ draft }) => descOf.get(String(draft['detailPackageVersionId'])) ?? '—',
    },
    'functionId',
    'cronExpression',
    'endFunctionId',
    'primaryFlag',
    'primaryNo',
  ];
  return (
    <div className="pt-package-panels">
      <PartsTable
        title={t('orchestration.versions')}
        parts={versions}
        names={versionNames}
        columns={versionColumns}
        readOnly={readOnly}
        chosen={chosen?.key}
        onChoose={(part) => void choose(part)}
        ownSave
        under={underCron}
      />
      <div className="pt-package-right">
        <PartsTable
          key={`types-${versionId}`}
          title={t('orchestration.versionTypes', { version: name })}
          parts={types}
          names={typeNames}
          columns={typeColumns}
          readOnly={readOnly}
          unready={unready}
          ownSave
        />
        <PartsTable
          key={`subs-${versionId}`}
          title={t('orchestration.subPackages', { version: name })}
          parts={subs}
          names={subNames}
          columns={subColumns}
          readOnly={readOnly}
          unready={unready}
          ownSave
          under={underCron}
        />
      </div>
      {work !== undefined && <WorkDialog packageVersionId={work} onClose={() => setWork(undefined)} />}
    </div>
  );
}
