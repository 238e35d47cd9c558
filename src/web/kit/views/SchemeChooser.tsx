import { DeleteOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select } from 'antd';
import { useState } from 'react';
import type { SavedView } from '#contract/administration/preference.ts';
import { callFull } from '#web/base/client.ts';
import { useT } from '#web/i18n/index.ts';
import { confirm } from '#web/kit/confirm/confirm.ts';
import { toast } from '#web/kit/toast/toast.ts';
import type { ColumnScheme } from '../table/column-scheme.ts';
import { useSavedViews } from './use-views.ts';
import { contentOf, sameScheme, schemeOf } from './view-state.ts';
import './views.css';

type Props = { table: string; scheme: ColumnScheme; onScheme: (scheme: ColumnScheme) => void };

type Acts = { onSaved: (viewId: string) => void; onRemoved: () => void };

/** The column schemes kept for a table, and saving and removing one of them; what fails is shown. */
function useSchemes({ table, scheme }: Omit<Props, 'onScheme'>, { onSaved, onRemoved }: Acts) {
  const t = useT();
  const { views, refresh } = useSavedViews(table, 'columns');
  const [busy, setBusy] = useState(false);
  /** Saves the columns as a new scheme, or as `known`. */
  const save = async (
    { viewName, shared }: Pick<SavedView, 'viewName' | 'shared'>,
    known?: SavedView,
  ): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const { data, msg } = await callFull('savedViewSave', {
        ...(known && { viewId: known.viewId, recordVersion: known.recordVersion }),
        list: table,
        kind: 'columns',
        viewName,
        shared: shared ? 1 : 0,
        content: { columns: contentOf({}, scheme).columns },
      });
      await refresh();
      onSaved(data.viewId);
      toast.success(msg);
    } catch (error) {
      toast.failure(error, t('views.saveFailed'));
    } finally {
      setBusy(false);
    }
  };
  const remove = async (view: SavedView): Promise<void> => {
    const title = t('views.schemes.removeTitle', { name: view.viewName });
    if (!(await confirm({ title, okText: t('views.remove'), danger: true }))) return;
    try {
      toast.success((await callFull('savedViewDelete', { viewId: view.viewId })).msg);
      onRemoved();
      await refresh();
    } catch (error) {
      toast.failure(error, t('views.deleteFailed'));
    }
  };
  return { views, busy, save, remove };
}

/** Named column schemes of a table: choose one, save the columns as one, share it with colleagues. */
export function SchemeChooser({ table, scheme, onScheme }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const acts: Acts = {
    onSaved: (viewId) => {
      setChosen(viewId);
      setName('');
    },
    onRemoved: () => setChosen(undefined),
  };
  const { views, busy, save, remove } = useSchemes({ table, scheme }, acts);
  const current =
    views.find((view) => view.viewId === chosen) ?? views.find((view) => sameScheme(schemeOf(view.content), scheme));
  const changed = current !== undefined && !sameScheme(schemeOf(current.content), scheme);
  return (
    <section className="pt-schemes" aria-label={t('views.schemes.title')}>
      <div className="pt-scheme-line">
        <Select<string>
          size="small"
          aria-label={t('views.schemes.choose')}
          placeholder={t('views.schemes.choose')}
          notFoundContent={t('views.schemes.none')}
          value={current?.viewId ?? null}
          options={views.map((view) => ({
            value: view.viewId,
            label: view.own ? view.viewName : `${view.viewName} (${view.ownerName})`,
          }))}
          onChange={(viewId) => {
            const view = views.find((item) => item.viewId === viewId);
            if (view === undefined) return;
            setChosen(viewId);
            onScheme(schemeOf(view.content));
          }}
        />
        {current?.own === true && (
          <Button
            size="small"
            type="text"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('views.schemes.remove', { name: current.viewName })}
            onClick={() => void remove(current)}
          />
        )}
      </div>
      {current?.own === true && changed && (
        <Button size="small" block onClick={() => void save(current, current)}>
          {t('views.schemes.update', { name: current.viewName })}
        </Button>
      )}
      <form
        className="pt-scheme-line"
        onSubmit={(event) => {
          event.preventDefault();
          void save({ viewName: name, shared });
        }}
      >
        <Input
          size="small"
          maxLength={100}
          aria-label={t('views.schemes.name')}
          placeholder={t('views.schemes.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button size="small" htmlType="submit" loading={busy} disabled={name.trim() === ''}>
          {t('views.schemes.saveAs')}
        </Button>
      </form>
      <Checkbox checked={shared} onChange={(event) => setShared(event.target.checked)}>
        {t('views.schemes.share')}
      </Checkbox>
    </section>
  );
}
