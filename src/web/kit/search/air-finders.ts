import { call } from '#web/base/client.ts';
import { currentLang } from '#web/i18n/index.ts';
import type { Finder } from './RemoteSelect.tsx';

const pageSize = 20;

const named = (code: string, name: string, nameCn: string | null): { value: string; label: string } => ({
  value: code,
  label: `${code} ${(currentLang() === 'zh' ? nameCn : null) ?? name}`,
});

/** Finds airports by code, names and pinyin. */
export const findAirports: Finder = async (keyword, currentPage, signal) => {
  const page = await call('searchAirports', { keyword, currentPage, pageSize }, { signal });
  const options = page.records.map((row) => named(row.airportCode, row.airportName, row.airportNameCn));
  return { options, hasMore: currentPage < page.totalPage };
};

/** Finds airlines by code and names. */
export const findAirlines: Finder = async (keyword, currentPage, signal) => {
  const page = await call('searchAirlines', { keyword, currentPage, pageSize }, { signal });
  const options = page.records.map((row) => named(row.airlineCode, row.airlineName, row.airlineNameCn));
  return { options, hasMore: currentPage < page.totalPage };
};
