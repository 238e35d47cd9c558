import type { ReactElement } from 'react';
import type { NavGroup } from '#web/base/define-page.ts';

const shapes: Record<NavGroup, string> = {
  home: 'M3 9.5L10 3.5l7 6M5 8.5v8h10v-8M8.5 16.5v-4h3v4',
  capacity: 'M3 5h14v11H3zM3 8.5h14M7 3v3.5M13 3v3.5M6.5 12h7m-2-2l2 2-2 2',
  supplyChain:
    'M4 10a2 2 0 1 0 0 .1M10 4.5a2 2 0 1 0 0 .1M10 15.5a2 2 0 1 0 0 .1M16 10a2 2 0 1 0 0 .1M5.5 8.7l3-2.8M5.5 11.3l3 2.8M11.5 5.9l3 2.8M11.5 14.1l3-2.8',
  tracking: 'M2.5 12.5h15l-2 4h-11zM5 12.5V9h3V6h4v3h3v3.5M10 6V3.5',
  location:
    'M10 17.5s5.5-5.2 5.5-9.3a5.5 5.5 0 0 0-11 0c0 4.1 5.5 9.3 5.5 9.3zM10 10a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6',
  events: 'M4 4h12v13H4zM7 2.5v3M13 2.5v3M7 9h6M7 12.5h4',
  risk: 'M10 3l7.5 13.5h-15zM10 8v4M10 14.2v.3',
  exceptions: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4M10 6.5v4.2M10 13.2v.3',
  eventProxy: 'M3.5 4.5h5v4h-5zM11.5 11.5h5v4h-5zM6 8.5v5h5.5M8.5 6.5H14v5',
  freight: 'M3 7l7-3.5L17 7l-7 3.5zM3 7v6.5l7 3.5V10.5M17 7v6.5L10 17',
  automation:
    'M10 7.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M10 2.5v3M10 14.5v3M2.5 10h3M14.5 10h3M4.7 4.7l2.1 2.1M13.2 13.2l2.1 2.1M4.7 15.3l2.1-2.1M13.2 6.8l2.1-2.1',
  configuration: 'M3 5.5h8M15 5.5h2M13 3.5v4M3 10h2M9 10h8M7 8v4M3 14.5h8M15 14.5h2M13 12.5v4',
  masterData:
    'M10 3c3.900 0 6.500 1 6.500 2.300S13.900 7.600 10 7.600 3.500 6.600 3.500 5.300 6.100 3 10 3M3.500 5.300v9.400c0 1.300 2.600 2.300 6.500 2.300s6.500-1 6.500-2.300V5.300M3.500 10c0 1.300 2.600 2.300 6.500 2.300s6.500-1 6.500-2.300',
  system: 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6M4 17c.500-3.5 2.8-5.2 6-5.2s5.5 1.7 6 5.2',
};

/** The sign of a sidebar group. */
export function GroupIcon({ group }: { group: NavGroup }): ReactElement {
  return (
    <svg
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[group]} />
    </svg>
  );
}

const small = {
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  chevron: 'M4 6.5l4 4 4-4',
  more: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  collapse: 'M2.5 3.5h11M7.5 8h6M2.5 12.5h11M5 6L2.5 8 5 10',
  expand: 'M2.5 3.5h11M7.5 8h6M2.5 12.5h11M2.5 6L5 8l-2.5 2',
  user: 'M8 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5M3 14c.4-3 2.3-4.3 5-4.3s4.6 1.3 5 4.3',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  play: 'M5 3l7.5 5L5 13z',
} as const;

/** A small line icon for buttons. */
export function SmallIcon({ name, size = 16 }: { name: keyof typeof small; size?: number }): ReactElement {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2.2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={small[name]} />
    </svg>
  );
}

/** The mark of the product: the rose of a portolan chart. */
export function ProductMark({ size = 28 }: { size?: number }): ReactElement {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <circle cx="16" cy="16" r="11" fill="none" stroke="var(--pt-deep-text-2)" strokeWidth="0.9" />
      <path d="M8.2 8.2l15.6 15.6M23.8 8.2L8.2 23.8" stroke="var(--pt-deep-text-2)" strokeWidth="0.9" />
      <path d="M16 2l3.4 10.6L30 16l-10.6 3.4L16 30l-3.4-10.6L2 16l10.6-3.4z" fill="var(--pt-deep-text)" />
      <path
        d="M16 2l3.4 10.6L16 16zM30 16l-10.6 3.4L16 16zM16 30l-3.4-10.6L16 16zM2 16l10.6-3.4L16 16z"
        fill="var(--pt-deep-accent)"
      />
    </svg>
  );
}
