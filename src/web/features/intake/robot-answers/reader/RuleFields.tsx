import { Input, Select } from 'antd';
import { useState } from 'react';
import type { PageMapping } from '#contract/intake/page-mapping.ts';
import { FormRow } from '#web/kit/dialog/FormRow.tsx';
import type { Reader } from './use-reader.ts';

type Means = PageMapping['marks'][number]['means'];

function Marks({ reader, mapping }: { reader: Reader; mapping: PageMapping }) {
  const { t, preview } = reader;
  const texts = [...new Set([...mapping.marks.map(({ text }) => text), ...(preview.data?.marks ?? [])])];
  if (!mapping.columns.some(({ role }) => role === 'mark')) return null;
  const set = (text: string, means: Means | 'none'): void => {
    const others = mapping.marks.filter((mark) => mark.text !== text);
    reader.change({ marks: means === 'none' ? others : [...others, { text, means }] });
  };
  return texts.map((text) => (
    <FormRow key={text} label={t('pageReader.marks', { text })}>
      <Select<Means | 'none'>
        aria-label={t('pageReader.marks', { text })}
        value={mapping.marks.find((mark) => mark.text === text)?.means ?? 'none'}
        options={(['none', 'ACT', 'EST', 'PLN'] as const).map((value) => ({
          value,
          label: t(`pageReader.meansOf.${value}`),
        }))}
        onChange={(means) => set(text, means)}
      />
    </FormRow>
  ));
}

/** How times are written and what is done where the page is silent. */
export function RuleFields({ reader, mapping }: { reader: Reader; mapping: PageMapping }) {
  const { t, preview, change } = reader;
  const [unknown, setUnknown] = useState(mapping.unknownText ?? '');
  const { formats = [], twofold = null } = preview.data ?? {};
  return (
    <>
      {formats.length > 0 && (
        <p className="pt-muted">
          {t('pageReader.formats')}{' '}
          {formats
            .map(({ format, count, example }) => `${t(`pageReader.format.${format}`)} ${count} × ${example}`)
            .join(' · ')}
        </p>
      )}
      {twofold !== null && mapping.dayFirst === null && (
        <p className="pt-why" role="status">
          {t('pageReader.twofold', { example: twofold })}
        </p>
      )}
      <div className="pt-reader-page">
        <FormRow label={t('pageReader.dayFirst')} required={twofold !== null}>
          <Select<'none' | 'day' | 'month'>
            aria-label={t('pageReader.dayFirst')}
            value={mapping.dayFirst ?? 'none'}
            options={(['none', 'day', 'month'] as const).map((value) => ({
              value,
              label: t(`pageReader.dayFirstOf.${value}`),
            }))}
            onChange={(value) => change({ dayFirst: value === 'none' ? null : value })}
          />
        </FormRow>
        <FormRow label={t('pageReader.clock')}>
          <Select<PageMapping['clock']>
            aria-label={t('pageReader.clock')}
            value={mapping.clock}
            options={(['place', 'utc'] as const).map((value) => ({ value, label: t(`pageReader.clockOf.${value}`) }))}
            onChange={(clock) => change({ clock })}
          />
        </FormRow>
        <FormRow label={t('pageReader.box')}>
          <Select<PageMapping['box']>
            aria-label={t('pageReader.box')}
            value={mapping.box}
            options={(['above', 'asked', 'none'] as const).map((value) => ({
              value,
              label: t(`pageReader.boxOf.${value}`),
            }))}
            onChange={(box) => change({ box })}
          />
        </FormRow>
        <FormRow label={t('pageReader.unknownText')}>
          <Input
            aria-label={t('pageReader.unknownText')}
            placeholder={t('pageReader.unknownHelp')}
            maxLength={100}
            value={unknown}
            onChange={({ target }) => setUnknown(target.value)}
            onBlur={() => change({ unknownText: unknown.trim() || null })}
          />
        </FormRow>
        <Marks reader={reader} mapping={mapping} />
      </div>
    </>
  );
}
