import type { ListWords } from '#server/list/index.ts';
import type { Ctx } from '#server/platform/context.ts';
import type { ReferenceSnapshot } from './reference-snapshot.ts';
import { carrierText, dictName, exceptionTypeName, type Words, yesNo } from './wording.ts';
import { zoneOfCaller } from './zone-of-caller.ts';

function nameOf({ reference, lang }: Words, of: Parameters<ListWords['nameOf']>[0], code: string): string {
  switch (of) {
    case 'carrier':
      return carrierText({ reference, lang }, code);
    case 'exceptionType':
      return exceptionTypeName(code, lang, reference);
    case 'status': {
      const status = reference.statuses.get(code);
      return (lang === 'zh' ? status?.nameCn : status?.nameEn) ?? code;
    }
    case 'tenant': {
      const tenant = [...reference.tenants.values()].find((one) => one.code === code);
      return (lang === 'en' ? tenant?.nameEn : null) ?? tenant?.name ?? code;
    }
  }
}

/** The words that stand for codes in a file of a list, in the language and the zone of the caller. */
export function listWords(ctx: Ctx, reference: ReferenceSnapshot): ListWords {
  const { lang } = ctx;
  const words = { lang, reference };
  return {
    lang,
    zone: zoneOfCaller(ctx, reference),
    dictName: (dict, value) => dictName(words, dict, value),
    nameOf: (of, code) => nameOf(words, of, code),
    yesNo: (value) => yesNo(value, lang),
  };
}
