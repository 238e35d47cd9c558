import { Checkbox, Input } from 'antd';
import { useId, useState } from 'react';
import type { SavedView, ViewContent } from '#contract/administration/preference.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { toast } from '#web/kit/toast/toast.ts';

/** What is entered about a view. */
export type ViewForm = { name: string; shared: boolean; pinned: boolean; isDefault: boolean };

type Props = {
  open: boolean;
  /** The view to change; absent for a new one. */
  view: SavedView | undefined;
  list: string;
  content: ViewContent;
  onClose: () => void;
  onSaved: (view: SavedView, form: ViewForm) => Promise<void>;
};

/** Names a view and says who may use it. */
export function SaveViewDialog({ open, view, list, content, onClose, onSaved }: Props) {
  const t = useT();
  const id = useId();
  const [start] = useState<ViewForm>({
    name: view?.viewName ?? '',
    shared: view?.shared ?? false,
    pinned: view?.pinned ?? false,
    isDefault: view?.isDefault ?? false,
  });
  const [form, setForm] = useState(start);
  const [wrong, setWrong] = useState(false);
  const tick = (name: 'shared' | 'pinned' | 'isDefault', label: string) => (
    <Checkbox checked={form[name]} onChange={(event) => setForm({ ...form, [name]: event.target.checked })}>
      {label}
    </Checkbox>
  );
  const save = async (): Promise<void> => {
    const viewName = form.name.trim();
    if (viewName === '') {
      setWrong(true);
      document.getElementById(id)?.focus();
      throw new Error('no name');
    }
    try {
      const { data, msg } = await callFull('savedViewSave', {
        ...(view === undefined ? {} : { viewId: view.viewId, recordVersion: view.recordVersion }),
        list,
        kind: 'view',
        viewName,
        shared: form.shared ? 1 : 0,
        content,
      });
      await onSaved(data, form);
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('views.saveFailed'));
      throw error;
    }
  };
  return (
    <AppDialog
      title={view === undefined ? t('views.saveAs') : t('views.editTitle')}
      open={open}
      width={480}
      dirty={JSON.stringify(form) !== JSON.stringify(start)}
      okText={t('common.save')}
      onOk={save}
      onCancel={onClose}
    >
      <div className="pt-view-form">
        <label htmlFor={id}>{t('views.name')}</label>
        <Input
          id={id}
          autoFocus
          maxLength={100}
          placeholder={t('views.nameHint')}
          value={form.name}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          {...(wrong ? { status: 'error' as const } : {})}
          onChange={(event) => {
            setForm({ ...form, name: event.target.value });
            setWrong(false);
          }}
        />
        {wrong && (
          <span id={`${id}-wrong`} role="alert" className="pt-form-error">
            {t('views.nameRequired')}
          </span>
        )}
        <p className="pt-muted">{t('views.whatIsKept')}</p>
        {tick('shared', t('views.share'))}
        <p className="pt-muted pt-view-hint">{t('views.shareHint')}</p>
        {tick('pinned', t('views.pinLong'))}
        {tick('isDefault', t('views.defaultLong'))}
      </div>
    </AppDialog>
  );
}
