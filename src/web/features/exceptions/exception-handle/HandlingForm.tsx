import { LeftOutlined, QuestionOutlined, RightOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId, useState } from 'react';
import type { HistoryEntry } from '#contract/exceptions/handling.ts';
import { useGo, usePageDirty } from '#web/base/page-hooks.ts';
import { useMay } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { ConflictNote } from '#web/kit/draft/ConflictNote.tsx';
import { useDict } from '#web/kit/search/use-names.ts';
import { late } from '#web/kit/late.tsx';
import { handleTone, SeverityMark, StatusTag } from '#web/kit/value/StatusTag.tsx';
import { CausesTable, StatusesTable } from './CausesTable.tsx';
import type { ServerState, StatusDraft } from './form-state.ts';
import { HistoryPanel } from './HistoryPanel.tsx';
import { EvidencePanel, HandlingFacts } from './Overview.tsx';
import { useHandlingForm } from './use-handling.ts';
import { usePageKeys } from './use-page-keys.ts';
import { useWalk, type Walk } from './use-walk.ts';

const MAX_REMARK = 255;
const KeysHelp = late(async () => (await import('#web/kit/table/KeysHelp.tsx')).KeysHelp);

type Props = {
  id: string;
  server: ServerState;
  history: { entries: readonly HistoryEntry[] | undefined; error: Error | null; reload: () => void };
  reload: () => Promise<void>;
  reported: () => void;
};
type Form = ReturnType<typeof useHandlingForm>;

/** Names of exception types of one source, and of what can be done; choices that are in use stay known by name. */
function useChoices({ detail, causes }: ServerState) {
  const lang = useLang();
  const { data: types } = useCall('exceptionTypes', { exceptionSourceCode: detail.exceptionSourceCode });
  const { data: statuses } = useCall('allHandleStatuses', {}, { staleTime: 300_000 });
  const typeOptions = (types ?? []).map((type) => ({
    value: type.exceptionTypeCode,
    label: lang === 'zh' ? type.exceptionTypeName : type.exceptionTypeNameEn,
  }));
  const named = (statuses ?? []).map((status) => ({
    value: status.exceptionHandleStatusCode,
    label: lang === 'zh' ? status.exceptionHandleStatusName : status.exceptionHandleStatusNameEn,
    withdrawn: status.isDelete === 1,
  }));
  const inUse = new Set(
    causes.flatMap((cause) => cause.wlExceptionHandleStatusList.map((status) => status.exceptionHandleStatusCode)),
  );
  return {
    types: typeOptions,
    statuses: named
      .filter(({ value, withdrawn }) => !withdrawn || inUse.has(value))
      .map(({ value, label }) => ({ value, label })),
    typeName: (code: string) => typeOptions.find(({ value }) => value === code)?.label ?? code,
    doneName: (code: string) => named.find(({ value }) => value === code)?.label ?? code,
  };
}

function Bar({
  server,
  form,
  walk,
  readOnly,
  onHelp,
}: {
  server: ServerState;
  form: Form;
  walk: Walk | undefined;
  readOnly: boolean;
  onHelp: () => void;
}) {
  const t = useT();
  const go = useGo();
  const mayList = useMay('/exception-manage');
  const statuses = useDict('HANDLE_STATUS');
  const { detail } = server;
  const saveNext = async (): Promise<void> => {
    if (await form.save()) walk?.next?.();
  };
  return (
    <div className="pt-handle-bar">
      <SeverityMark severity={detail.severity} />
      <strong className="pt-handle-title">{detail.testPurposeName}</strong>
      <StatusTag tone={handleTone(detail.handleStatus)}>{statuses.nameOf(detail.handleStatus)}</StatusTag>
      {detail.open === 0 && <span className="pt-resolved">{t('value.resolved')}</span>}
      {detail.regressions > 0 && <span className="pt-regressed">{t('value.regressed')}</span>}
      <span className="pt-toolbar-gap" />
      <Button
        size="small"
        icon={<QuestionOutlined />}
        title={`${t('table.keys.title')} (?)`}
        aria-label={t('table.keys.title')}
        onClick={onHelp}
      />
      {mayList && (
        <Button
          size="small"
          icon={<UnorderedListOutlined />}
          title={t('exceptionHandle.toList')}
          aria-label={t('exceptionHandle.toList')}
          onClick={() => go('/exception-manage')}
        />
      )}
      {walk !== undefined && (
        <span className="pt-handle-walk">
          <Button
            size="small"
            icon={<LeftOutlined />}
            title={t('exceptionHandle.previous')}
            aria-label={t('exceptionHandle.previousShort')}
            disabled={walk.previous === undefined || walk.busy}
            onClick={walk.previous}
          />
          <span className="pt-handle-position">
            {t('exceptionHandle.position', { position: walk.position, total: walk.total })}
          </span>
          <Button
            size="small"
            icon={<RightOutlined />}
            title={t('exceptionHandle.next')}
            aria-label={t('exceptionHandle.nextShort')}
            disabled={walk.next === undefined || walk.busy}
            onClick={walk.next}
          />
        </span>
      )}
      {!readOnly && (
        <>
          {walk?.next !== undefined && (
            <Button size="small" disabled={!form.dirty || form.busy} onClick={() => void saveNext()}>
              {t('exceptionHandle.saveNext')}
            </Button>
          )}
          <Button
            size="small"
            type="primary"
            loading={form.busy}
            title={t('exceptionHandle.saveHint')}
            onClick={() => void form.save()}
          >
            {t('exceptionHandle.save')}
            <kbd className="pt-handle-key" aria-hidden="true">
              Ctrl S
            </kbd>
          </Button>
        </>
      )}
    </div>
  );
}

function Notices({ server, form }: { server: ServerState; form: Form }) {
  const t = useT();
  const { detail } = server;
  return (
    <>
      {detail.mayHandle === 0 && <p className="pt-note pt-handle-notice">{t('exceptionHandle.readOnly')}</p>}
      {detail.mayHandle === 1 && detail.obmTkSubscribeId === null && (
        <p className="pt-note pt-handle-notice">{t('exceptionHandle.noSubscription')}</p>
      )}
      {form.conflict && <ConflictNote onLoadTheirs={form.loadTheirs} onKeepMine={form.keepMine} />}
    </>
  );
}

function Handling({ server, form, readOnly }: { server: ServerState; form: Form; readOnly: boolean }) {
  const t = useT();
  const statusId = useId();
  const remarkId = useId();
  const { options } = useDict('HANDLE_STATUS');
  const { systemNote } = server.detail;
  const missing = form.showProblems && form.draft.status === '';
  return (
    <section className="pt-handle-card" aria-label={t('exceptionHandle.handling')}>
      <div className="pt-handle-fields">
        <label className="pt-handle-label" htmlFor={statusId} data-required="true">
          {t('exceptionHandle.status')}
        </label>
        <Select<string>
          id={statusId}
          className="pt-handle-status"
          placeholder={t('exceptionHandle.chooseStatus')}
          value={form.draft.status === '' ? null : form.draft.status}
          status={missing ? 'error' : ''}
          disabled={readOnly}
          allowClear={false}
          options={options}
          onChange={(status) => form.edit((draft) => ({ ...draft, status }))}
        />
        <label className="pt-handle-label" htmlFor={remarkId}>
          {t('exceptionHandle.remark')}
        </label>
        <Input.TextArea
          id={remarkId}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={MAX_REMARK}
          value={form.draft.remark}
          disabled={readOnly}
          onChange={({ target }) => form.edit((draft) => ({ ...draft, remark: target.value }))}
          onBlur={({ target }) => form.edit((draft) => ({ ...draft, remark: target.value.trim() }))}
        />
      </div>
      {missing && (
        <p role="alert" className="pt-handle-problem">
          {t('exceptionHandle.chooseStatus')}
        </p>
      )}
      {systemNote !== null && (
        <p className="pt-muted pt-handle-rule">{t('exceptionHandle.systemNote', { note: systemNote })}</p>
      )}
    </section>
  );
}

/** The page of one exception: what it is about and what to record on the left, why and what happened on the right. */
export function HandlingForm({ id, server, history, reload, reported }: Props) {
  const t = useT();
  const form = useHandlingForm(id, server, { reload, reported });
  const walk = useWalk(id);
  const [selected, setSelected] = useState<string>();
  const choices = useChoices(server);
  usePageDirty(form.dirty);
  const { detail } = server;
  const readOnly = detail.mayHandle === 0 || detail.obmTkSubscribeId === null;
  const save = readOnly ? undefined : (): void => void form.save();
  const { keys, help, showHelp } = usePageKeys({ detail, walk, save, dirty: form.dirty, readOnly });

  const { causes } = form.draft;
  // After a save rows have other keys; the place of the one worked on stays.
  const [place, setPlace] = useState(0);
  const found = causes.findIndex((cause) => cause.key === selected);
  const index = found >= 0 ? found : Math.min(place, causes.length - 1);
  const cause = causes[index];
  const editStatuses = (change: (current: readonly StatusDraft[]) => readonly StatusDraft[]): void =>
    form.edit((draft) => ({
      ...draft,
      causes: draft.causes.map((item) =>
        item.key === cause?.key ? { ...item, statuses: change(item.statuses) } : item,
      ),
    }));

  return (
    <div className="pt-handle">
      <Bar server={server} form={form} walk={walk} readOnly={readOnly} onHelp={() => showHelp(true)} />
      <KeysHelp open={help} onClose={() => showHelp(false)} lines={keys.map(({ key, label }) => [[key], label])} />
      <Notices server={server} form={form} />
      <div className="pt-handle-body">
        <div className="pt-handle-main" tabIndex={0} role="group" aria-label={t('exceptionHandle.handling')}>
          <section className="pt-handle-card" aria-label={t('exceptionHandle.facts')}>
            <HandlingFacts detail={detail} />
          </section>
          <Handling server={server} form={form} readOnly={readOnly} />
          <CausesTable
            causes={causes}
            onCauses={(change) => form.edit((draft) => ({ ...draft, causes: change(draft.causes) }))}
            selected={cause?.key}
            onSelect={(key) => {
              setSelected(key);
              const at = causes.findIndex((item) => item.key === key);
              setPlace(at >= 0 ? at : causes.length);
            }}
            types={choices.types}
            doneName={choices.doneName}
            showProblems={form.showProblems}
            readOnly={readOnly}
          />
          <StatusesTable
            key={cause?.key ?? ''}
            cause={cause}
            row={index + 1}
            typeName={cause === undefined ? '' : choices.typeName(cause.typeCode)}
            choices={choices.statuses}
            onStatuses={editStatuses}
            showProblems={form.showProblems}
            readOnly={readOnly}
          />
        </div>
        <aside className="pt-handle-side" tabIndex={0} aria-label={t('exceptionHandle.history')}>
          <EvidencePanel detail={detail} />
          <HistoryPanel exceptionId={id} entries={history.entries} error={history.error} onChanged={history.reload} />
        </aside>
      </div>
    </div>
  );
}
