/** The font family of reports, with Latin and Chinese letters. */
export const font = 'NotoSansSC';

/** Colours of reports: readable in print, also in grey. */
export const ink = {
  text: '#1f2a37',
  soft: '#5b6b7d',
  line: '#c3ccd6',
  faint: '#e6eaef',
  head: '#eef2f6',
  bar: '#2b6cb0',
  bad: '#c05621',
} as const;

/** A4 across, in points. */
export const page = { width: 841.89, height: 595.28, side: 36, top: 34, foot: 40 } as const;
