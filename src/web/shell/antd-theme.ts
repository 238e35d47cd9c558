import { theme, type ThemeConfig } from 'antd';
import type { Theme } from '#web/base/theme.ts';

const fontFamily = 'var(--pt-font)';

const shared: ThemeConfig['token'] = {
  fontFamily,
  fontSize: 14,
  borderRadius: 6,
  controlHeight: 32,
  wireframe: false,
  // An open dialog in a tab that is hidden and shown again breaks while it is animated.
  motion: false,
};

const light: ThemeConfig['token'] = {
  colorPrimary: '#0b5285',
  colorInfo: '#0b5285',
  colorLink: '#0b5285',
  colorError: '#b3261e',
  colorWarning: '#8f5a00',
  colorSuccess: '#1b6e45',
  colorTextBase: '#14222e',
  colorTextSecondary: '#4c5f70',
  colorTextDescription: '#4c5f70',
  colorTextPlaceholder: '#626f7a',
  colorBgLayout: '#eef2f5',
  colorBorder: '#b9c6d1',
  colorBorderSecondary: '#dde4ea',
  colorInfoBg: '#e2eef7',
  colorErrorBg: '#fdecea',
  colorWarningBg: '#fff4dc',
  colorSuccessBg: '#e3f5eb',
};

const dark: ThemeConfig['token'] = {
  colorPrimary: '#6fb6f2',
  colorInfo: '#6fb6f2',
  colorLink: '#7cbcf0',
  colorError: '#ff9a92',
  colorWarning: '#f0c46c',
  colorSuccess: '#7fd3a4',
  colorTextBase: '#e4edf4',
  colorTextSecondary: '#a2b6c7',
  colorTextDescription: '#a2b6c7',
  colorTextPlaceholder: '#92a6b7',
  colorBgBase: '#0b151e',
  colorBgLayout: '#0b151e',
  colorBgContainer: '#111f2b',
  colorBgElevated: '#182a39',
  colorBgSpotlight: '#2b4358',
  colorBorder: '#3a5469',
  colorBorderSecondary: '#22364a',
  colorTextLightSolid: '#06131f',
  colorInfoBg: '#16344d',
  colorErrorBg: '#43201e',
  colorWarningBg: '#3a2f14',
  colorSuccessBg: '#14382a',
};

/** antd's own colours, in step with theme.css; dense, without motion, and readable to WCAG AA. */
export function antdTheme(name: Theme): ThemeConfig {
  const isDark = name === 'dark';
  return {
    algorithm: isDark ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: `pt-${name}` },
    hashed: false,
    token: { ...shared, ...(isDark ? dark : light) },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        ...(isDark ? { primaryColor: '#06131f', dangerColor: '#06131f' } : {}),
      },
      Table: {
        cellPaddingBlockSM: 5,
        cellPaddingInlineSM: 8,
        headerBg: isDark ? '#182a39' : '#f1f5f8',
        headerColor: isDark ? '#c9d8e4' : '#2b3e4f',
        rowHoverBg: isDark ? '#1d3142' : '#eef5fa',
      },
      Tooltip: isDark ? { colorTextLightSolid: '#f2f7fb' } : {},
      Form: { itemMarginBottom: 18 },
      Modal: { titleFontSize: 16 },
    },
  };
}
