import { useMemo } from 'react';
import { prepareCall, useCall } from '#web/app/use-call.ts';
import { operatorOf } from '#shared/reference/operators.ts';
import { useLang } from '#web/i18n/index.ts';

/** A code with the name people read. */
export type Named = { value: string; label: string };

/** Codes with names, and the name of one code: the code itself when it has none, an ellipsis while names are on their way. */
export type Names = { options: Named[]; nameOf: (code: string | null | undefined) => string };

const FOREVER = { staleTime: Number.POSITIVE_INFINITY } as const;

function namesFrom(options: Named[], coming: boolean): Names {
  const byCode = new Map(options.map((option) => [option.value, option.label]));
  return { options, nameOf: (code) => (code == null ? '' : coming ? '…' : (byCode.get(code) ?? code)) };
}

const choose = (lang: 'zh' | 'en', cn: string | null, en: string | null, code: string): string =>
  (lang === 'zh' ? (cn ?? en) : (en ?? cn)) || code;

/** Asks for the names that lists show, so that rows need not be drawn again when each of them comes. */
export function prepareNames(): void {
  prepareCall('allDict');
  prepareCall('exceptionTypes', {});
  prepareCall('allCarriers');
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
          })),
        isLoading,
      ),
    [data, isLoading, lang, codeType],
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
      })),
      isLoading,
    );
    const texts = new Map(
      list.map((item) => [item.exceptionTypeCode, choose(lang, item.description, item.descriptionEn, '')]),
    );
    return { ...names, describe: (code: string) => texts.get(code) ?? '' };
  }, [data, isLoading, lang]);
}

/** Carriers by code; railways, hauliers and couriers have a name too, but are not offered for choice. */
export function useCarriers(): Names {
  const { data, isLoading } = useCall('allCarriers', undefined, FOREVER);
  const lang = useLang();
  return useMemo(() => {
    const names = namesFrom(
      (data ?? []).map((item) => ({
        value: item.carrierCode,
        label: choose(lang, item.carrierNameCn, item.carrierName, item.carrierCode),
      })),
      isLoading,
    );
    return {
      ...names,
      nameOf: (code) => {
        const operator = operatorOf(code ?? null);
        return operator === undefined || names.options.some(({ value }) => value === code)
          ? names.nameOf(code)
          : choose(lang, operator.nameCn, operator.nameEn, operator.code);
      },
    };
  }, [data, isLoading, lang]);
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

/** Tenants the reader may see. */
export function useTenants(): Names {
  const { data, isLoading } = useCall('tenants', undefined, FOREVER);
  return useMemo(
    () =>
      namesFrom(
        (data ?? []).map((item) => ({ value: item.tenantCode, label: item.tenantName })),
        isLoading,
      ),
    [data, isLoading],
  );
}
