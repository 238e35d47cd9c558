import type { CompiledQuery } from 'kysely';
import { BytesCache } from '#shared/memory/bytes-cache.ts';
import type { Database, TenantScope } from './database.ts';

/** Stands for a value in a query that is compiled once and run with many values. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A named place for a value; use it where a kysely query takes a value. */
export const slot = <T>(name: string): T => new Slot(name) as unknown as T;

const maxBytes = 2_000_000;
/** A shape takes about so many bytes besides its text. */
const shapeBytes = 500;

/** The parameters of a query with values in its slots. */
const fillSlots = (parameters: readonly unknown[], values: Readonly<Record<string, unknown>>): readonly unknown[] =>
  parameters.map((parameter) => (parameter instanceof Slot ? values[parameter.name] : parameter));

/**
 * Compiled queries of hot lists, one per shape (which filters, which order). A shape is compiled through the
 * scoped view of its caller and kept per scope, so the tenant predicate is inside it by construction.
 */
export const createShapeCache = () => {
  const shapes = new BytesCache<string, { text: string; parameters: readonly unknown[] }>('query_shapes', maxBytes);
  const compiled = (key: string, build: () => CompiledQuery) => {
    const known = shapes.get(key);
    if (known !== undefined) return known;
    const { sql: text, parameters } = build();
    const shape = { text, parameters };
    shapes.set(key, shape, key.length + text.length + shapeBytes);
    return shape;
  };
  return {
    /** Runs the shape's query with values for its slots; compiles it the first time. */
    run: <Row>(
      database: Database,
      scope: TenantScope,
      shape: string,
      build: () => CompiledQuery,
      values: Readonly<Record<string, unknown>>,
    ): Promise<Row[]> => {
      const { text, parameters } = compiled(`${JSON.stringify(scope)} ${shape}`, build);
      return database.query<Row>(text, fillSlots(parameters, values));
    },
  };
};
