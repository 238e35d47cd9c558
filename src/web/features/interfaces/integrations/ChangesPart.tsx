import { interfaceChanges, type InterfaceChange } from '#shared/reference/interface-changes.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { MiniTable } from '#web/kit/table/MiniTable.tsx';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';

const tones: Readonly<Record<InterfaceChange['kind'], Tone>> = {
  added: 'ok',
  changed: 'info',
  deprecated: 'warn',
  removed: 'danger',
};

type Entry = InterfaceChange & { fields: readonly string[] };

/** One row for the fields of a call that changed in the same way. */
function asEntries(changes: readonly InterfaceChange[]): Entry[] {
  const groups = Map.groupBy(changes, ({ date, kind, call, text }) => [date, kind, call, text.en].join('|'));
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => ({ ...first, fields: group.flatMap(({ field }) => field ?? []) })),
  );
}
const entries = asEntries(interfaceChanges);

/** What changed in the interface for programs, and what is removed when. */
export function ChangesPart() {
  const t = useT();
  const lang = useLang();
  return (
    <section className="pt-integrations-part">
      <p className="pt-muted">{t('integrations.change.about')}</p>
      <MiniTable
        label={t('integrations.change.title')}
        columns={[
          { key: 'date', title: t('integrations.change.date'), className: 'pt-integrations-plain' },
          { key: 'kind', title: t('integrations.change.kind') },
          { key: 'call', title: t('integrations.change.call') },
          { key: 'field', title: t('integrations.change.field') },
          { key: 'text', title: t('integrations.change.text'), isWide: true },
        ]}
        rows={entries}
        rowKey={({ date, call, kind, fields }) => [date, call, kind, ...fields].join(' ')}
        cells={(change) => ({
          date: change.date,
          kind: <StatusTag tone={tones[change.kind]}>{t(`integrations.change.kindName.${change.kind}`)}</StatusTag>,
          call: change.call === '*' ? t('integrations.change.every') : <code>{change.call}</code>,
          field: change.fields.length > 0 && <code>{change.fields.join(', ')}</code>,
          text: (
            <div>
              <div>{change.text[lang]}</div>
              {change.sunset !== undefined && <div>{t('integrations.change.sunset', { date: change.sunset })}</div>}
            </div>
          ),
        })}
      />
    </section>
  );
}
