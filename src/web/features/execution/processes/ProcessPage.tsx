import { PlayCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { processEntity } from '#entities/process.ts';
import { callFull } from '#web/base/client.ts';
import { useGo } from '#web/base/page-hooks.ts';
import { useMayCall } from '#web/base/may-call.ts';
import type { DialogExtras } from '#web/entity/EntityDialog.tsx';
import { idOf, type Row } from '#web/entity/entity-calls.ts';
import { EntityList } from '#web/entity/EntityList.tsx';
import { useEntityListState } from '#web/entity/EntityListPage.tsx';
import { queryOf } from '#web/entity/list-state.ts';
import type { Opening } from '#web/entity/list-props.ts';
import { usePartsInDialog } from '#web/entity/use-parts-in-dialog.ts';
import { useT } from '#web/i18n/index.ts';
import { BulkRuns } from '#web/job-bulk/BulkRuns.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { useOnce } from '#web/kit/use-once.ts';
import { StartedDialog, useRunMany } from './RunMany.tsx';
import { ProcessParts } from './ProcessParts.tsx';

const columns = [
  'processType',
  'processName',
  'tenantId',
  'packageId',
  'packageVersionId',
  'needParamExchange',
  'paramExchangeFunctionId',
];

/** The list of process configurations; the dialog of a saved one has its functions. */
export function ProcessPage() {
  const t = useT();
  const go = useGo();
  const mayRun = useMayCall('jobRun');
  const [state, onState] = useEntityListState(processEntity, '/process');
  const many = useRunMany();
  const { extras, onParts } = usePartsInDialog();
  const dialog = useMemo(
    () =>
      ({ operation, count }: Opening): DialogExtras => ({
        width: '80%',
        ...(operation === 'UPDATE' ? extras : {}),
        below: (form, row) => (
          <ProcessParts
            key={`${count}-${row === undefined ? '' : idOf(processEntity, row)}`}
            draft={form.draft}
            row={row}
            onParts={onParts}
          />
        ),
      }),
    [extras, onParts],
  );
  // A second click starts no second job.
  const runNow = useOnce(async (row: Row): Promise<void> => {
    try {
      const { data, msg } = await callFull('jobRun', { processId: idOf(processEntity, row) });
      toast.success(msg);
      go(`/job/detail?jobId=${data.jobId}`);
    } catch (error) {
      toast.failure(error, t('orchestration.runFailed'));
    }
  });
  return (
    <>
      <EntityList
        entity={processEntity}
        route="/process"
        state={state}
        onState={onState}
        toolbar={
          mayRun ? (
            <>
              <Button
                size="small"
                icon={<PlayCircleOutlined />}
                loading={many.busy}
                onClick={() => many.start(queryOf(state))}
              >
                {t('orchestration.runMany.button')}
              </Button>
              <BulkRuns shown={many.runId} onShow={many.showRun} />
            </>
          ) : null
        }
        dialog={dialog}
        firstColumns={columns}
        canCopy={false}
        actions={
          mayRun
            ? [
                {
                  key: 'run',
                  label: t('orchestration.runNow'),
                  icon: <PlayCircleOutlined />,
                  run: runNow.run,
                },
              ]
            : []
        }
      />
      <StartedDialog results={many.results} onClose={many.clear} />
    </>
  );
}
