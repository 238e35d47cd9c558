import { useCallback } from 'react';
import { useT } from '#web/i18n/index.ts';
import { edi } from '#web/i18n/zh/edi.ts';

type Names = typeof edi;
type Table = 'tag' | 'qualifier';

const has = <K extends Table>(table: K, key: string): key is keyof Names[K] & string => Object.hasOwn(edi[table], key);

/** What a segment says by its tag, and by its qualifier where it has one: `DTM`, then `DTM_334`. */
export function useTagNames(): (tag: string, elements: readonly (readonly string[])[]) => string {
  const t = useT();
  return useCallback(
    (tag, elements) => {
      const name = has('tag', tag) ? t(`edi.tag.${tag}`) : t('edi.unknownTag');
      const qualified = `${tag}_${elements[0]?.[0] ?? ''}`;
      return has('qualifier', qualified) ? `${name} · ${t(`edi.qualifier.${qualified}`)}` : name;
    },
    [t],
  );
}
