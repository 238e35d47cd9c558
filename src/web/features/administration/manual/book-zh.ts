/** The Chinese manual: files by path. */
export const files = import.meta.glob<string>('../../../../../docs/manual/zh/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Addresses of its pictures by path. */
export const images = import.meta.glob<string>('../../../../../docs/manual/images/zh/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});
