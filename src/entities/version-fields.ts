/** The version that a part belongs to. */
export const versionReference = {
  kind: 'reference',
  label: { zh: '产品版本', en: 'Package version' },
  entity: 'packageVersion',
  show: 'packageVersion',
  showField: 'packageVersion',
  required: true,
  createOnly: true,
  search: 'filter',
} as const;

/** The package of that version; the database fills it. */
export const packageOfVersion = {
  kind: 'reference',
  label: { zh: '产品', en: 'Package' },
  entity: 'package',
  show: 'packageName',
  showField: 'packageName',
  readOnly: true,
} as const;
