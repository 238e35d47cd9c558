import {
  AndNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  ReferenceNode,
  SelectQueryNode,
  ValueListNode,
  ValueNode,
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type OperationNode,
  type QueryResult,
} from 'kysely';
import { INSTANT_COLUMNS } from '#generated/schema.ts';
import type { Statement, StatementResult } from './engine.ts';

/** Where compiled statements go; `readOnly` ones may take the read connection. */
export type StatementRouter = (statement: Statement, readOnly: boolean) => Promise<StatementResult>;

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Is this select sure to write and lock nothing? */
function isPlainSelect(query: CompiledQuery): boolean {
  const node = query.query;
  if (!SelectQueryNode.is(node)) return false;
  if (node.endModifiers !== undefined && node.endModifiers.length > 0) return false;
  return (node.with?.expressions ?? []).every((part) => SelectQueryNode.is(part.expression));
}

function createConnection(route: StatementRouter): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const result = await route({ text: query.sql, values: query.parameters }, isPlainSelect(query));
      const rows = result.rows as R[];
      return COUNTED.has(result.command) ? { rows, numAffectedRows: BigInt(result.rowCount) } : { rows };
    },
    // oxlint-disable-next-line require-yield
    async *streamQuery() {
      throw new Error('streaming is not supported: page by key instead');
    },
  };
}

function createDriver(route: StatementRouter): Driver {
  const connection = createConnection(route);
  const refuse = async (): Promise<void> => {
    throw new Error('use database.transaction: it also covers what other code runs inside');
  };
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

/** Name of the column if `node` is a reference to a timestamptz column. */
function isInstantReference(node: OperationNode): boolean {
  if (!ReferenceNode.is(node)) return false;
  const { column } = node;
  return column.kind === 'ColumnNode' && INSTANT_COLUMNS.has(column.column.name);
}

const toDate = (value: unknown): unknown => (typeof value === 'number' ? new Date(value) : value);

/** The right side of a comparison with a timestamptz column: plain numbers in it are Instants. */
function instantOperand(node: OperationNode): OperationNode {
  if (ValueNode.is(node)) {
    const dated: ValueNode = { ...node, value: toDate(node.value) };
    return dated;
  }
  if (PrimitiveValueListNode.is(node)) return PrimitiveValueListNode.create(node.values.map(toDate));
  if (ValueListNode.is(node)) return ValueListNode.create(node.values.map(instantOperand));
  if (AndNode.is(node)) return AndNode.create(instantOperand(node.left), instantOperand(node.right));
  return node;
}

/** PostgreSQL's text, where an Instant compared with a timestamptz column goes out as a timestamp. */
class InstantQueryCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    super.visitBinaryOperation(
      isInstantReference(node.leftOperand) ? { ...node, rightOperand: instantOperand(node.rightOperand) } : node,
    );
  }
}

/** Kysely on top of a router of statements; there is no connection to hold on to. */
export function createDialect(route: StatementRouter): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => createDriver(route),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new InstantQueryCompiler(),
  };
}
