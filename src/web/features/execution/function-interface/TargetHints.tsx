import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';

/** What a function can name: configured base addresses and the handlers inside the product. */
export function TargetHints() {
  const t = useT();
  const { data } = useCall('functionTargets', undefined, { staleTime: 60_000 });
  if (data === undefined) return null;
  return (
    <dl className="pt-fn-hints">
      <dt>{t('functionInterface.bases')}</dt>
      <dd>
        {data.bases.length === 0
          ? t('functionInterface.noBases')
          : data.bases.map(({ name, address }) => (
              <span key={name}>
                <code>{name}</code> {address}
              </span>
            ))}
      </dd>
      <dt>{t('functionInterface.handlers')}</dt>
      <dd>
        {data.handlers.map(({ name, label, description, example }) => (
          <span key={name} title={`${description}\n${example}`}>
            <code>{name}</code> {label}
          </span>
        ))}
      </dd>
    </dl>
  );
}
