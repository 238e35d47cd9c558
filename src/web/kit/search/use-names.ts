import { useMemo } from 'react';
import { prepareCall, useCall } from '#web/base/use-call.ts';
import type { CallData } from '#contract/index.ts';
import type { Mode } from '#domain/tracking/journey/mode.ts';
import { useLang, useT } from '#web/i18n/index.ts';

/** A code with the name people read. */
export type Named = {
  value: string;
  label: string;
  /** Its name in the other language, by which people and sentences find it. */
  also?: string;
};

/** Is one found by what is typed: a part of its name in either language, or of its code? */
export const isFound = (
  typed: string,
  one: { label?: unknown; also?: unknown; value?: unknown } | undefined,
): boolean => [one?.label, one?.also, one?.value].join(' ').toLowerCase().includes(typed.trim().toLowerCase());

/** Codes with names, and the name of one code: the code itself when it has none, an ellipsis while names are on their way. */
export type Names = { options: Named[]; nameOf: (code: string | null | undefined) => string };

const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

function namesFrom(options: Named[], coming: boolean): Names {
  const byCode = new Map(options.map((option) => [option.value, option.label]));
  return { options, nameOf: (code) => (code == null ? '' : coming ? '…' : (byCode.get(code) ?? code)) };
}

/** The name in the other language, where it has one. */
const otherName = (lang: 'zh' | 'en', cn: string | null, en: string | null): { also?: string } => {
  const other = lang === 'zh' ? en : cn;
  return other ? { also: other } : {};
};

const choose = (lang: 'zh' | 'en', cn: string | null, en: string | null, code: string): string =>
  (lang === 'zh' ? (cn ?? en) : (en ?? cn)) || code;

/** Asks for the names that lists show, so that rows need not be drawn again when each of them comes. */
export function prepareNames(): void {
  prepareCall('allDict');
  prepareCall('exceptionTypes', {});
  prepareCall('allOperators');
  prepareCall('tenants');
}

/** Values of one dictionary code type. */
export function useDict(codeType: string): Names {
  const { data, isLoading } = useCall('allDict', undefined, FOREVER);
  const lang = useLang();
  return useMemo(
    () =>
      namesFrom(
        (data ?? [])
          .filter((item) => item.codeType === codeType)
          .map((item) => ({
            value: item.codeValue,
            label: choose(lang, item.displayValueCn, item.displayValueEn, item.codeValue),
            ...otherName(lang, item.displayValueCn, item.displayValueEn),
          })),
        isLoading,
      ),
    [data, isLoading, lang, codeType],
  );
}

/** Kinds of sources by code; `nameIn` calls the carrier itself by the word of its mode. */
export function useSourceTypes(): Names & {
  nameIn: (code: string | null | undefined, mode: Mode | undefined) => string;
} {
  const names = useDict('BIZ_SOURCE_TYPE');
  const t = useT();
  return useMemo(
    () => ({
      ...names,
      nameIn: (code, mode) =>
        code !== 'CARRIER' || mode === undefined || mode === 'sea' || mode === 'domestic'
          ? names.nameOf(code)
          : t(`value.word.${mode}.carrier`),
    }),
    [names, t],
  );
}

/** Exception types with their names; `severityOf` gives the standard severity. */
export function useExceptionTypes(): Names & { describe: (code: string) => string } {
  const { data, isLoading } = useCall('exceptionTypes', {}, FOREVER);
  const lang = useLang();
  return useMemo(() => {
    const list = data ?? [];
    const names = namesFrom(
      list.map((item) => ({
        value: item.exceptionTypeCode,
        label: choose(lang, item.exceptionTypeName, item.exceptionTypeNameEn, item.exceptionTypeCode),
        ...otherName(lang, item.exceptionTypeName, item.exceptionTypeNameEn),
      })),
      isLoading,
    );
    const texts = new Map(
      list.map((item) => [item.exceptionTypeCode, choose(lang, item.description, item.descriptionEn, '')]),
    );
    return { ...names, describe: (code: string) => texts.get(code) ?? '' };
  }, [data, isLoading, lang]);
}

/** Who carries goods in any mode, by code; those by sea are offered for choice. */
export function useCarriers(): Names {
  const { data, isLoading } = useCall('allOperators', undefined, FOREVER);
  const lang = useLang();
  return useMemo(() => {
    const all = (data ?? []).map(({ operatorCode, operatorName, operatorNameCn, mode }) => ({
      value: operatorCode,
      label: choose(lang, operatorNameCn, operatorName, operatorCode),
      ...otherName(lang, operatorNameCn, operatorName),
      mode,
    }));
    const bySea = all.flatMap(({ mode, ...one }) => (mode === 'sea' ? [one] : []));
    return { options: bySea, nameOf: namesFrom(all, isLoading).nameOf };
  }, [data, isLoading, lang]);
}

/** Who carries goods by a mode, for choice by name. */
export function useOperators(mode: Mode): readonly Named[] {
  const { data } = useCall('allOperators', undefined, FOREVER);
  const lang = useLang();
  return useMemo(
    () =>
      (data ?? []).flatMap(({ operatorCode, operatorName, operatorNameCn, mode: own }) =>
        own === mode
          ? [
              {
                value: operatorCode,
                label: choose(lang, operatorNameCn, operatorName, operatorCode),
                ...otherName(lang, operatorNameCn, operatorName),
              },
            ]
          : [],
      ),
    [data, lang, mode],
  );
}

/** Milestones by code. */
export function useStatuses(): Names {
  const { data, isLoading } = useCall('allStatuses', undefined, FOREVER);
  const lang = useLang();
  return useMemo(
    () =>
      namesFrom(
        (data ?? []).map((item) => ({
          value: item.statusCode,
          label: choose(lang, item.statusNameCn, item.statusNameEn, item.statusCode),
        })),
        isLoading,
      ),
    [data, isLoading, lang],
  );
}

/** A tenant as a choice by its id or its code: found by its name in either language. */
export const tenantChoice = (tenant: CallData<'tenants'>[number], by: 'wlTenantId' | 'tenantCode'): Named => ({
  value: tenant[by],
  label: tenant.tenantName,
  ...(tenant.otherName !== undefined && { also: tenant.otherName }),
});

/** Tenants the reader may see. */
export function useTenants(): Names {
  const { data, isLoading } = useCall('tenants', undefined, FOREVER);
  return useMemo(
    () =>
      namesFrom(
        (data ?? []).map((tenant) => tenantChoice(tenant, 'tenantCode')),
        isLoading,
      ),
    [data, isLoading],
  );
}
