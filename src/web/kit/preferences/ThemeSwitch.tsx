import type { ReactElement } from 'react';
import { setTheme, useTheme } from '#web/base/theme.ts';
import { useT } from '#web/i18n/index.ts';
import './preferences.css';

const sun =
  'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5V3M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M3.4 12.6l1.1-1.1M11.5 4.5l1.1-1.1';
const moon = 'M13 9.8A5.6 5.6 0 0 1 6.2 3 5.6 5.6 0 1 0 13 9.8z';

/** Light or dark; the choice is remembered. */
export function ThemeSwitch(): ReactElement {
  const t = useT();
  const theme = useTheme();
  const label = theme === 'dark' ? t('common.lightTheme') : t('common.darkTheme');
  return (
    <button
      type="button"
      className="pt-header-button"
      aria-label={label}
      title={label}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <svg
        viewBox="0 0 16 16"
        width="16"
        height="16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={theme === 'dark' ? sun : moon} />
      </svg>
    </button>
  );
}
