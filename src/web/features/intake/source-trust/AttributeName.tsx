import { useT } from '#web/i18n/index.ts';
import { attributeLabel } from '#web/kit/value/attribute-label.ts';
import { partsOf } from './draft.ts';

/** Gives the name of an attribute such as `leg.eta` in words. */
export function useAttributeName(): (attribute: string) => string {
  const t = useT();
  return (attribute) => {
    const { kind, name } = partsOf(attribute);
    if (kind === 'standard') return t('truth.kind.standard');
    const label = attribute === 'leg.portOfLoading' ? t('truth.route') : attributeLabel(t, name);
    return `${t(`truth.kind.${kind}`)} · ${label}`;
  };
}

const sources = ['EXPERT', 'CARRIER', 'EDI', 'TERMINAL', 'RPA', 'FT', 'CUSTOMS', 'AIS'] as const;

/** Gives the name of a type of source. */
export function useSourceName(): (type: string) => string {
  const t = useT();
  return (type) => {
    const known = sources.find((source) => source === type);
    return known === undefined ? type : t(`truth.source.${known}`);
  };
}
