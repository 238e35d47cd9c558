import { ExperimentOutlined, RocketOutlined, UploadOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { AutoComplete, Button, Radio, Select } from 'antd';
import { useRef } from 'react';
import type { CallData } from '#contract/index.ts';
import { packageVersion } from '#entities/package-version.ts';
import { useMayWrite } from '#web/entity/use-may-write.ts';
import { callFull } from '#web/base/client.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { Section } from '#web/kit/detail/Section.tsx';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import { DraftFrame } from '#web/kit/draft/DraftFrame.tsx';
import { useDraft } from '#web/kit/draft/use-draft.ts';
import { fetched } from '#web/kit/fetched.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { toast } from '#web/kit/toast/toast.ts';
import { Trials } from './Trials.tsx';

type Work = CallData<'versionWork'>;
type Entered = { kind: 'handler' | 'script'; handlerName: string; script: string; hosts: string[] };

const ScriptEditor = fetched(async () => (await import('./ScriptEditor.tsx')).ScriptEditor);
const handlers = ['carrierPage', 'countDown', 'echo'];
const largestFile = 200_000;

const begin = (work: Work): Entered => ({
  kind: work.handlerName === null ? 'script' : 'handler',
  handlerName: work.handlerName ?? '',
  script: work.script ?? '',
  hosts: work.hosts,
});

/** Takes a file's text into the editor. */
function FileButton({ onText }: { onText: (text: string) => void }) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".js,.mjs,text/javascript"
        hidden
        aria-label={t('orchestration.script.upload')}
        onChange={async ({ target }) => {
          const file = target.files?.[0];
          if (file === undefined) return;
          if (file.size > largestFile) toast.info(t('orchestration.script.tooLarge'));
          else onText(await file.text());
          target.value = '';
        }}
      />
      <Button size="small" icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {t('orchestration.script.upload')}
      </Button>
    </>
  );
}

function Fields({ entered, fixed, onChange }: { entered: Entered; fixed: boolean; onChange: (next: Entered) => void }) {
  const t = useT();
  return (
    <>
      <FormRow label={t('orchestration.script.kind')}>
        <Radio.Group
          disabled={fixed}
          value={entered.kind}
          aria-label={t('orchestration.script.kind')}
          onChange={({ target }) => onChange({ ...entered, kind: target.value })}
          options={(['script', 'handler'] as const).map((value) => ({
            value,
            label: t(`orchestration.script.kinds.${value}`),
          }))}
        />
      </FormRow>
      {entered.kind === 'handler' ? (
        <FormRow label={t('orchestration.script.handler')}>
          <AutoComplete
            disabled={fixed}
            value={entered.handlerName}
            aria-label={t('orchestration.script.handler')}
            options={handlers.map((value) => ({ value }))}
            onChange={(handlerName: string) => onChange({ ...entered, handlerName })}
          />
        </FormRow>
      ) : (
        <>
          <FormRow label={t('orchestration.script.hosts')}>
            <Select
              mode="tags"
              disabled={fixed}
              value={entered.hosts}
              aria-label={t('orchestration.script.hosts')}
              tokenSeparators={[',', ' ']}
              options={[{ value: '@site', label: `@site · ${t('orchestration.script.site')}` }]}
              onChange={(hosts: string[]) => onChange({ ...entered, hosts })}
            />
          </FormRow>
          <p className="pt-muted">{t('orchestration.script.help')}</p>
          <ScriptEditor
            label={t('orchestration.script.script')}
            value={entered.script}
            readOnly={fixed}
            onChange={(script) => onChange({ ...entered, script })}
          />
          {!fixed && <FileButton onText={(script) => onChange({ ...entered, script })} />}
        </>
      )}
    </>
  );
}

function Editor({ work, onClose }: { work: Work; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const { packageVersionId, used } = work;
  const mayWrite = useMayWrite(packageVersion);
  const fixed = used || !mayWrite;
  const draft = useDraft({ name: `version/${packageVersionId}`, base: work, begin });
  const entered = draft.mine;
  const again = () =>
    Promise.all(['versionWork', 'versionTrials'].map((name) => client.invalidateQueries({ queryKey: [name] })));
  const act = async (what: () => Promise<{ msg: string }>): Promise<void> => {
    try {
      toast.success((await what()).msg);
    } catch (error) {
      toast.failure(error, t('orchestration.script.failed'));
      throw error;
    }
    await again();
  };
  const save = async (): Promise<void> => {
    const { kind, handlerName, script, hosts } = entered;
    const noHosts: string[] = [];
    const body =
      kind === 'script' ? { script, hosts, handlerName: null } : { handlerName, script: null, hosts: noHosts };
    await act(() => callFull('versionWorkSave', { packageVersionId, ...body }));
    draft.done({ ...work, ...body }, entered);
  };
  const release = async (): Promise<void> => {
    const agreed = await confirm({
      title: t('orchestration.script.releaseTitle', { version: work.packageVersion }),
      content: t('orchestration.script.releaseAbout', { count: work.otherProcesses }),
      okText: t('orchestration.script.release'),
    });
    if (agreed) await act(() => callFull('versionRelease', { packageVersionId })).catch(() => {});
  };
  return (
    <AppDialog
      open
      width="min(1100px, 94vw)"
      title={t('orchestration.script.title', { name: `${work.packageName} ${work.packageVersion}` })}
      dirty={draft.dirty}
      okText={t('common.save')}
      okDisabled={fixed || !draft.dirty || draft.earlier !== undefined}
      onOk={save}
      onCancel={() => {
        draft.done();
        onClose();
      }}
    >
      {used && <p role="status">{t('orchestration.script.used')}</p>}
      {!mayWrite && <p role="status">{t('orchestration.script.shared')}</p>}
      <DraftFrame draft={draft}>
        <Fields entered={entered} fixed={fixed} onChange={(next) => draft.set(next)} />
      </DraftFrame>
      <Section title={t('orchestration.script.trials')}>
        <p className="pt-script-acts">
          <Button
            size="small"
            icon={<ExperimentOutlined />}
            disabled={draft.dirty || work.script === null}
            onClick={() => void act(() => callFull('versionTry', { packageVersionId })).catch(() => {})}
          >
            {t('orchestration.script.try')}
          </Button>
          <Button
            size="small"
            icon={<RocketOutlined />}
            disabled={draft.dirty || work.otherProcesses === 0}
            onClick={() => void release()}
          >
            {t('orchestration.script.release')}
          </Button>
          <span className="pt-muted">
            {t('orchestration.script.processes', { count: work.processes, others: work.otherProcesses })}
          </span>
        </p>
        <Trials packageVersionId={packageVersionId} />
      </Section>
    </AppDialog>
  );
}

/** What a version runs, its trials, and its release. */
export function WorkDialog({ packageVersionId, onClose }: { packageVersionId: string; onClose: () => void }) {
  const t = useT();
  const query = useCall('versionWork', { packageVersionId }, { staleTime: 0 });
  if (query.data !== undefined) return <Editor work={query.data} onClose={onClose} />;
  return (
    <AppDialog open title={t('orchestration.script.work')} footer={null} onCancel={onClose}>
      <Loaded query={query}>{() => null}</Loaded>
    </AppDialog>
  );
}
