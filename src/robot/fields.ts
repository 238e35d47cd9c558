const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What came from elsewhere as an object whose attributes may be looked at; anything else has none. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
