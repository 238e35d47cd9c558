import { Input, InputNumber, Radio, Select } from 'antd';
import type { DetectionRule } from '#contract/exceptions/rule-backtest.ts';
import { useSession } from '#web/base/session.ts';
import { useCall } from '#web/base/use-call.ts';
import { useT } from '#web/i18n/index.ts';
import { useCarriers } from '#web/kit/search/use-names.ts';
import type { Draft } from './draft.ts';
import { useValueText } from './value-texts.ts';

const asWider = 'asWider';

type Props = { draft: Draft; onDraft: (draft: Draft) => void };

/** Whom settings are for: a tenant or all, a carrier, a lane. */
export function ScopeFields({ draft, onDraft, disabled = false }: Props & { disabled?: boolean }) {
  const t = useT();
  const tenants = useCall('tenants').data ?? [];
  const carriers = useCarriers();
  const writesShared = useSession((session) => session.user?.writesShared !== false);
  // A user with one tenant is not requested it.
  const isGiven = !writesShared && tenants.length === 1 && draft.tenantId === tenants[0]?.wlTenantId;
  const everyone = writesShared ? [{ value: '', label: t('detectionRules.scope.allTenants') }] : [];
  return (
    <div className="pt-rule-fields">
      {!isGiven && (
        <label>
          <span>{t('detectionRules.scope.tenant')}</span>
          <Select
            aria-label={t('detectionRules.scope.tenant')}
            disabled={disabled}
            value={draft.tenantId ?? ''}
            options={[...everyone, ...tenants.map((one) => ({ value: one.wlTenantId, label: one.tenantName }))]}
            onChange={(tenantId: string) => onDraft({ ...draft, tenantId: tenantId === '' ? null : tenantId })}
          />
        </label>
      )}
      <label>
        <span>{t('detectionRules.scope.carrier')}</span>
        <Select
          aria-label={t('detectionRules.scope.carrier')}
          disabled={disabled}
          value={draft.carrierCode ?? ''}
          options={[{ value: '', label: t('detectionRules.scope.allCarriers') }, ...carriers.options]}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(carrierCode: string) =>
            onDraft({ ...draft, carrierCode: carrierCode === '' ? null : carrierCode })
          }
        />
      </label>
      <label>
        <span>{t('detectionRules.scope.lane')}</span>
        <Input
          disabled={disabled || draft.tenantId === null || draft.carrierCode === null}
          value={draft.lane}
          maxLength={11}
          placeholder={t('detectionRules.scope.lanePlaceholder')}
          onChange={(event) => onDraft({ ...draft, lane: event.target.value.toUpperCase() })}
        />
      </label>
    </div>
  );
}

/** Switch and thresholds; what is left empty is as on the wider levels. */
export function ValueFields({ rule, draft, onDraft }: Props & { rule: DetectionRule }) {
  const t = useT();
  const valueText = useValueText();
  const setValue = (name: string, value: number | null): void =>
    onDraft({ ...draft, values: { ...draft.values, [name]: value } });
  return (
    <div className="pt-rule-fields">
      <div className="pt-rule-field">
        <span>{t('detectionRules.settings.enabled')}</span>
        <Radio.Group
          aria-label={t('detectionRules.settings.enabled')}
          optionType="button"
          value={draft.enabled ?? asWider}
          options={[
            { value: asWider, label: t('detectionRules.asWider') },
            { value: 1, label: t('detectionRules.on') },
            { value: 0, label: t('detectionRules.off') },
          ]}
          onChange={({ target }) => onDraft({ ...draft, enabled: target.value === asWider ? null : target.value })}
        />
      </div>
      {rule.thresholds.map((threshold) => (
        <label key={threshold.name}>
          <span>{threshold.label}</span>
          <InputNumber<number>
            aria-label={threshold.label}
            min={threshold.min}
            max={threshold.max}
            step={threshold.step}
            value={draft.values[threshold.name] ?? null}
            placeholder={t('detectionRules.settings.placeholder')}
            suffix={threshold.unit === 'switch' ? '0 / 1' : t(`detectionRules.unit.${threshold.unit}`)}
            onChange={(value) => setValue(threshold.name, value)}
          />
          <small>
            {t('detectionRules.settings.defaultValue', { value: valueText(threshold, threshold.defaultValue) })}
          </small>
        </label>
      ))}
    </div>
  );
}
