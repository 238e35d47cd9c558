import { Segmented, Select } from 'antd';
import { useState } from 'react';
import type { CallData } from '#contract/index.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { AppDialog } from '#web/kit/dialog/AppDialog.tsx';
import { Loaded } from '#web/kit/state/Loaded.tsx';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';
import { StatusTag } from '#web/kit/value/StatusTag.tsx';
import { useMailActs } from './use-mail-acts.ts';

type Preview = CallData<'mailSheetPreview'>;
type Kind = Preview['kinds'][number];
/** Place of the column of each field. */
type Places = Readonly<Record<string, number>>;

const placesOf = ({ columns }: Kind): Places => Object.fromEntries(columns.map(({ name, place }) => [name, place]));

const kindOf = ({ kinds, guess }: Preview, chosen: Kind['kind'] | undefined): Kind | undefined =>
  kinds.find(({ kind }) => kind === (chosen ?? guess ?? 'references'));

/** Columns that are shown of the first rows. */
const columnsShown = 12;

function FirstRows({ preview: { headings, rows, rowCount } }: { preview: Preview }) {
  const t = useT();
  const title = t('mailImport.mapping.first', { count: rows.length, total: rowCount });
  return (
    <section className="pt-mail-rows" aria-label={title} tabIndex={0}>
      <p className="pt-muted">{title}</p>
      <MiniTable
        label={title}
        phone="table"
        columns={headings.slice(0, columnsShown).map((heading, place) => ({
          key: String(place),
          title: heading.trim() || t('mailImport.mapping.unnamed', { number: place + 1 }),
        }))}
        rows={rows}
        rowKey={(_row, index) => index}
        cells={(row) =>
          Object.fromEntries(headings.slice(0, columnsShown).map((_, place) => [place, row[place] ?? '']))
        }
      />
    </section>
  );
}

type FieldsProps = { preview: Preview; kind: Kind; places: Places; onChange: (places: Places) => void };

function Fields({ preview: { headings, rows }, kind, places, onChange }: FieldsProps) {
  const t = useT();
  const options = headings.flatMap((heading, place) => {
    const example = rows.find((row) => (row[place] ?? '').trim() !== '')?.[place]?.slice(0, 30);
    if (heading.trim() === '' && example === undefined) return [];
    const name = heading.trim() || t('mailImport.mapping.unnamed', { number: place + 1 });
    return [{ value: place, label: example === undefined ? name : t('mailImport.mapping.sample', { name, example }) }];
  });
  const choose = (name: string, place: number | undefined): void => {
    const others = Object.fromEntries(Object.entries(places).filter(([field]) => field !== name));
    onChange(place === undefined ? others : { ...others, [name]: place });
  };
  return (
    <div className="pt-mail-fields">
      {kind.fields.map(({ name, label, required }) => {
        const found = kind.columns.find((column) => column.name === name && column.place === places[name]);
        return (
          <label key={name}>
            <span>
              {label}
              {required === 1 && <em aria-hidden="true"> *</em>}
            </span>
            <Select<number>
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={places[name] ?? null}
              placeholder={t('mailImport.mapping.noColumn')}
              options={options}
              aria-label={label}
              onChange={(place: number | undefined) => choose(name, place)}
            />
            {found !== undefined && (
              <StatusTag tone={found.by === 'content' ? 'warn' : 'ok'}>
                {t(`mailImport.mapping.by.${found.by}`)}
              </StatusTag>
            )}
          </label>
        );
      })}
    </div>
  );
}

type Props = { sheet: { sheetId: string; name: string } | undefined; open: boolean; onClose: () => void };
/** What a person chose; what is not chosen is as it was found. */
type Chosen = { kind?: Kind['kind']; places?: Places };

/** Which column of a sheet holds which field: what was found is chosen already, beside the first rows. */
export function MappingDialog({ sheet, open, onClose }: Props) {
  const t = useT();
  const { act } = useMailActs();
  const [chosen, setChosen] = useState<Chosen>({});
  const query = useCall(
    'mailSheetPreview',
    { sheetId: sheet?.sheetId ?? '' },
    { enabled: open && sheet !== undefined, staleTime: 0 },
  );
  const kind = query.data && kindOf(query.data, chosen.kind);
  const places = chosen.places ?? (kind === undefined ? {} : placesOf(kind));
  const close = (): void => {
    setChosen({});
    onClose();
  };
  const save = async (): Promise<void> => {
    if (sheet === undefined || kind === undefined) return;
    const columns = Object.entries(places).map(([name, place]) => ({ name, place }));
    if (!(await act('mailSheetMap', { sheetId: sheet.sheetId, kind: kind.kind, columns })))
      throw new Error('not saved');
    close();
  };
  return (
    <AppDialog
      title={t('mailImport.mapping.title', { name: sheet?.name ?? '' })}
      open={open}
      width="min(1100px, 94vw)"
      okText={t('mailImport.mapping.ok')}
      okDisabled={kind?.mayTake !== 1 || Object.keys(places).length === 0}
      dirty={chosen.places !== undefined}
      onOk={save}
      onCancel={close}
    >
      <Loaded query={query}>
        {(preview) => (
          <>
            <p>{t('mailImport.mapping.intro')}</p>
            <Segmented
              aria-label={t('mailImport.mapping.kind')}
              value={kind?.kind ?? 'references'}
              options={preview.kinds.map((one) => ({ value: one.kind, label: t(`mailImport.kind.${one.kind}`) }))}
              onChange={(next) => setChosen({ kind: next })}
            />
            {kind?.mayTake === 0 && <p className="pt-why">{t('mailImport.mapping.mayNot')}</p>}
            {kind !== undefined && (
              <Fields
                preview={preview}
                kind={kind}
                places={places}
                onChange={(next) => setChosen({ kind: kind.kind, places: next })}
              />
            )}
            <FirstRows preview={preview} />
          </>
        )}
      </Loaded>
    </AppDialog>
  );
}
