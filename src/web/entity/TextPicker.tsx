import { Select } from 'antd';
import { useMemo } from 'react';
import type { TextChoices as Choices } from '#shared/entity/declare.ts';
import { useCall } from '#web/base/use-call.ts';
import type { Lang } from '#shared/i18n/text.ts';
import { useLang, useT } from '#web/i18n/index.ts';
import { documentTag } from '#web/i18n/languages.ts';

/** Kinds of which one is chosen. */
type TextChoices = Exclude<Choices, 'recipients'>;

type Option = { value: string; label: string };

type Props = {
  id: string;
  picks: TextChoices;
  value: string;
  required: boolean;
  disabled: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  label: string | undefined;
  onChange: (value: string | null) => void;
  onBlur: () => void;
};

const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));
/** What the browser names besides countries: unions, the world, codes for private use. */
const noCountries = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** Every country that the browser has a name for, in the language of the reader. */
function countries(lang: Lang): Option[] {
  const names = new Intl.DisplayNames([documentTag(lang)], { type: 'region', fallback: 'none' });
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !noCountries.has(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ value: code, label: `${code} ${name}` }];
    });
}

const zones = (): Option[] =>
  [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({ value: zone, label: zone }));

function useOptions(picks: TextChoices): Option[] | undefined {
  const lang = useLang();
  const isTarget = picks === 'functionBase' || picks === 'functionHandler';
  const { data } = useCall('functionTargets', undefined, { enabled: isTarget, staleTime: 60_000 });
  const { data: profiles } = useCall('sourceProfiles', undefined, {
    enabled: picks === 'sourceProfile',
    staleTime: 600_000,
  });
  return useMemo(() => {
    switch (picks) {
      case 'country':
        return countries(lang);
      case 'zone':
        return zones();
      case 'functionBase':
        return data?.bases.map(({ name, address }) => ({ value: name, label: `${name}  ${address}` }));
      case 'sourceProfile':
        return profiles?.map(({ name, label }) => ({ value: name, label: label[lang] }));
      case 'functionHandler':
        return data?.handlers.map(({ name, label }) => ({ value: name, label: `${name}  ${label}` }));
    }
  }, [picks, lang, data, profiles]);
}

/** Chooses a text among those that are known. A stored one that is not known stays, and is marked. */
export function TextPicker({ picks, value, required, disabled, invalid, describedBy, onChange, ...props }: Props) {
  const t = useT();
  const known = useOptions(picks);
  const isStrange = known !== undefined && value !== '' && !known.some((option) => option.value === value);
  const options = isStrange ? [{ value, label: t('entity.notKnown', { value }) }, ...known] : known;
  return (
    <Select<string | null>
      id={props.id}
      aria-label={props.label}
      aria-invalid={invalid}
      aria-required={required}
      aria-describedby={describedBy}
      status={invalid ? 'error' : isStrange ? 'warning' : ''}
      disabled={disabled}
      loading={known === undefined}
      allowClear={!required}
      placeholder={t('common.select')}
      value={value === '' ? null : value}
      options={options ?? []}
      showSearch={{
        filterOption: (typed, option) => `${option?.label}`.toLowerCase().includes(typed.trim().toLowerCase()),
      }}
      notFoundContent={t('common.noData')}
      onChange={(next) => onChange(next ?? null)}
      onBlur={props.onBlur}
    />
  );
}
