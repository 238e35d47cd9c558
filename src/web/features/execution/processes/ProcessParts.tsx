import { useState } from 'react';
import { processEntity } from '#entities/process.ts';
import { processFunction } from '#entities/process-function.ts';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import type { Draft } from '#web/entity/form-state.ts';
import { PartsTable, type PartColumn } from '#web/entity/PartsTable.tsx';
import { useEntityNames } from '#web/entity/use-entity-names.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { useParts } from '#web/entity/use-parts.ts';
import { type OnParts, useReportParts } from '#web/entity/use-parts-in-dialog.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { Fact, Facts } from '#web/kit/detail/Section.tsx';
import { TimeText } from '#web/kit/value/TimeText.tsx';
import './processes.css';

type Props = {
  draft: Draft;
  /** The process that is edited; undefined for a new one. */
  row: Row | undefined;
  onParts: OnParts;
};

const columns: readonly PartColumn[] = ['sequence', 'functionId', 'lastModifierName', 'lastModifyTime'];

const instantOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** What follows from the chosen package version, which nobody enters. */
function Following({ draft, row }: Pick<Props, 'draft' | 'row'>) {
  const t = useT();
  const [openedAt] = useState(() => Date.now());
  const { data: versions } = useCall('packagesWithVersions', undefined, { staleTime: 10_000 });
  const chosen = versions?.find((version) => version.wlPackageVersionId === draft['packageVersionId']);
  const created = instantOf(row?.['createTime']) ?? openedAt;
  return (
    <Facts className="pt-process-facts">
      <Fact label={t('orchestration.packageName')}>{chosen?.packageName}</Fact>
      <Fact label={t('orchestration.processType')}>{chosen?.packageName}</Fact>
      <Fact label={t('orchestration.processName')}>{chosen?.packageDesc}</Fact>
      <Fact label={t('orchestration.createTime')}>
        <TimeText instant={created} />
      </Fact>
      {row !== undefined && (
        <Fact label={t('orchestration.lastModifyTime')}>
          <TimeText instant={instantOf(row['lastModifyTime'])} />
        </Fact>
      )}
    </Facts>
  );
}

/** The functions that a process calls, in order; they are saved with it. */
function Functions({ row, onParts }: Pick<Props, 'onParts'> & { row: Row }) {
  const t = useT();
  const names = useEntityNames(processFunction);
  const readOnly = !useMayWrite(processEntity);
  const parts = useParts({
    entity: processFunction,
    whole: idOf(processEntity, row),
    fixed: { tenantId: row['tenantId'] },
    names,
    removal: 'with the next save',
  });
  useReportParts([parts], onParts);
  return (
    <PartsTable
      title={t('orchestration.functions')}
      parts={parts}
      names={names}
      columns={columns}
      readOnly={readOnly}
    />
  );
}

/** What the dialog of a process shows below its form. */
export function ProcessParts({ draft, row, onParts }: Props) {
  return (
    <>
      <Following draft={draft} row={row} />
      {row !== undefined && <Functions row={row} onParts={onParts} />}
    </>
  );
}
