import { useCallback } from 'react';
import { hasText, useT } from '#web/i18n/index.ts';

/** What a segment says by its tag, and by its qualifier where it has one: `DTM`, then `DTM_334`. */
export function useTagNames(): (tag: string, elements: readonly (readonly string[])[]) => string {
  const t = useT();
  return useCallback(
    (tag, elements) => {
      const tagKey = `edi.tag.${tag}`;
      const name = hasText(tagKey) ? t(tagKey) : t('edi.unknownTag');
      const qualified = `edi.qualifier.${tag}_${elements[0]?.[0] ?? ''}`;
      return hasText(qualified) ? `${name} · ${t(qualified)}` : name;
    },
    [t],
  );
}
