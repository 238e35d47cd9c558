import { interfaceChanges, type InterfaceChange } from '#shared/reference/interface-changes.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { StatusTag, type Tone } from '#web/kit/value/StatusTag.tsx';

const tones: Readonly<Record<InterfaceChange['kind'], Tone>> = {
  added: 'ok',
  changed: 'info',
  deprecated: 'warn',
  removed: 'danger',
};

/** What changed in the interface for programs, and what goes when. */
export function ChangesPart() {
  const t = useT();
  const lang = useLang();
  return (
    <section className="pt-integrations-part">
      <p className="pt-muted">{t('integrations.change.about')}</p>
      <div className="pt-integrations-scroll" tabIndex={0} role="region" aria-label={t('integrations.change.title')}>
        <table className="pt-mini">
          <thead>
            <tr>
              {(['date', 'kind', 'call', 'field', 'text'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`integrations.change.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {interfaceChanges.map((change) => (
              <tr key={[change.date, change.call, change.field, change.kind].join(' ')}>
                <td className="pt-integrations-plain">{change.date}</td>
                <td>
                  <StatusTag tone={tones[change.kind]}>{t(`integrations.change.kindName.${change.kind}`)}</StatusTag>
                </td>
                <td>{change.call === '*' ? t('integrations.change.every') : <code>{change.call}</code>}</td>
                <td>{change.field !== undefined && <code>{change.field}</code>}</td>
                <td className="pt-integrations-text">
                  {change.text[lang]}
                  {change.sunset !== undefined && <> {t('integrations.change.sunset', { date: change.sunset })}</>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
