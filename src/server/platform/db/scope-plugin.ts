import type { JoinNode } from 'kysely';
import {
  AliasNode,
  AndNode,
  ColumnNode,
  IdentifierNode,
  OnNode,
  OperationNodeTransformer,
  ParensNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  SelectionNode,
  TableNode,
  ValueNode,
  WhereNode,
  type CommonTableExpressionNameNode,
  type DeleteQueryNode,
  type InsertQueryNode,
  type KyselyPlugin,
  type MergeQueryNode,
  type OperationNode,
  type QueryId,
  type UpdateQueryNode,
} from 'kysely';
import { forbidden } from '../errors/app-error.ts';
import { insertedTenants } from './scope-insert.ts';
import { refusalOfRaw, refusalOfSource } from './scope-raw.ts';
import { scopedTableOf, tenantColumnOf, type TableSource } from './scope-tables.ts';

const STATEMENTS = new Set(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);
const FILTERING_JOINS = new Set(['InnerJoin', 'LeftJoin', 'LateralInnerJoin', 'LateralLeftJoin']);
const PLAIN_JOINS = new Set([...FILTERING_JOINS, 'CrossJoin', 'LateralCrossJoin']);
const OUTER_JOINS = new Set(['RightJoin', 'FullJoin']);

type Access = 'read' | 'write';
type Sources = { froms: readonly OperationNode[]; joins: readonly JoinNode[] };

/** Both must hold; what was there is put in parentheses, since raw text may contain `or`. */
function both(predicate: OperationNode, before: OperationNode | undefined): OperationNode {
  return before === undefined ? predicate : AndNode.create(predicate, ParensNode.create(before));
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new Error(`scoped statement refused: ${reason}`);
}

/** Limits a statement tree to rows of some tenants. */
class ScopeTransformer extends OperationNodeTransformer {
  readonly #tenantIds: readonly number[];
  readonly #done = new WeakSet<OperationNode>();

  constructor(tenantIds: readonly number[]) {
    super();
    this.#tenantIds = tenantIds;
  }

  /** A scoped copy of a whole statement. */
  scope<T extends OperationNode>(node: T, queryId: QueryId): T {
    if (!STATEMENTS.has(node.kind)) refuse(`a ${node.kind} cannot be limited to a scope`);
    try {
      return this.transformNode(node, queryId);
    } finally {
      this.nodeStack.length = 0;
    }
  }

  protected override transformSelectQuery(node: SelectQueryNode, queryId?: QueryId): SelectQueryNode {
    if (this.#done.has(node)) return node;
    const inner = super.transformSelectQuery(node, queryId);
    const limited = this.#limitSources({ froms: inner.from?.froms ?? [], joins: inner.joins ?? [] });
    const scoped: SelectQueryNode = {
      ...inner,
      ...(inner.from === undefined ? {} : { from: { ...inner.from, froms: limited.froms } }),
      ...(inner.joins === undefined ? {} : { joins: limited.joins }),
      ...this.#where(inner.where, limited.predicates),
    };
    this.#done.add(scoped);
    return scoped;
  }

  protected override transformUpdateQuery(node: UpdateQueryNode, queryId?: QueryId): UpdateQueryNode {
    if (this.#done.has(node)) return node;
    const inner = super.transformUpdateQuery(node, queryId);
    if (inner.table === undefined) throw new Error('scoped statement refused: an update without a table');
    const target = this.#target(inner.table);
    const limited = this.#limitSources({ froms: inner.from?.froms ?? [], joins: inner.joins ?? [] });
    for (const update of inner.updates ?? []) this.#checkUpdate(target, update.column, update.value);
    const scoped: UpdateQueryNode = {
      ...inner,
      ...(inner.from === undefined ? {} : { from: { ...inner.from, froms: limited.froms } }),
      ...(inner.joins === undefined ? {} : { joins: limited.joins }),
      ...this.#where(inner.where, [...this.#predicates(target, 'write'), ...limited.predicates]),
    };
    this.#done.add(scoped);
    return scoped;
  }

  protected override transformDeleteQuery(node: DeleteQueryNode, queryId?: QueryId): DeleteQueryNode {
    if (this.#done.has(node)) return node;
    const inner = super.transformDeleteQuery(node, queryId);
    const targets = inner.from.froms.map((from) => this.#target(from));
    const limited = this.#limitSources({ froms: inner.using?.tables ?? [], joins: inner.joins ?? [] });
    const scoped: DeleteQueryNode = {
      ...inner,
      ...(inner.using === undefined ? {} : { using: { ...inner.using, tables: limited.froms } }),
      ...(inner.joins === undefined ? {} : { joins: limited.joins }),
      ...this.#where(inner.where, [
        ...targets.flatMap((target) => this.#predicates(target, 'write')),
        ...limited.predicates,
      ]),
    };
    this.#done.add(scoped);
    return scoped;
  }

  protected override transformInsertQuery(node: InsertQueryNode, queryId?: QueryId): InsertQueryNode {
    if (this.#done.has(node)) return node;
    const inner = super.transformInsertQuery(node, queryId);
    if (inner.into === undefined) throw new Error('scoped statement refused: an insert without a table');
    const target = this.#target(inner.into);
    let scoped = inner;
    if (target !== undefined) {
      for (const tenantId of insertedTenants(inner, target)) this.#checkTenant(tenantId);
      const conflict = inner.onConflict;
      if (conflict?.updates !== undefined) {
        for (const update of conflict.updates) this.#checkUpdate(target, update.column, update.value);
        const where = both(this.#predicate(target, 'write'), conflict.updateWhere?.where);
        scoped = { ...inner, onConflict: { ...conflict, updateWhere: WhereNode.create(where) } };
      }
    }
    this.#done.add(scoped);
    return scoped;
  }

  protected override transformMergeQuery(_node: MergeQueryNode): MergeQueryNode {
    throw new Error('scoped statement refused: merge cannot be limited to a scope');
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    if (this.#done.has(node)) return node;
    refuse(refusalOfRaw(node));
    return super.transformRaw(node, queryId);
  }

  protected override transformCommonTableExpressionName(
    node: CommonTableExpressionNameNode,
    queryId?: QueryId,
  ): CommonTableExpressionNameNode {
    const name = node.table.table.identifier.name;
    if (tenantColumnOf(name) !== undefined) refuse(`a common table expression may not be called ${name} like a table`);
    return super.transformCommonTableExpressionName(node, queryId);
  }

  /** The predicates of all sources, put where they filter rows without changing what an outer join means. */
  #limitSources({ froms, joins }: Sources): Sources & { predicates: OperationNode[] } {
    for (const source of [...froms, ...joins.map((join) => join.table)]) refuse(refusalOfSource(source));
    for (const { joinType } of joins) {
      if (!PLAIN_JOINS.has(joinType) && !OUTER_JOINS.has(joinType))
        refuse(`a ${joinType} cannot be limited to a scope`);
    }
    // A right or full join keeps rows that its condition refuses: the tables are limited before the join.
    if (joins.some((join) => OUTER_JOINS.has(join.joinType))) {
      return {
        froms: froms.map((from) => this.#limitedTable(from)),
        joins: joins.map((join) => ({ ...join, table: this.#limitedTable(join.table) })),
        predicates: [],
      };
    }
    const crossed = joins.filter((join) => !FILTERING_JOINS.has(join.joinType)).map((join) => join.table);
    return {
      froms,
      joins: joins.map((join) => this.#limitedJoin(join)),
      predicates: [...froms, ...crossed].flatMap((from) => this.#predicates(scopedTableOf(from), 'read')),
    };
  }

  #limitedJoin(join: JoinNode): JoinNode {
    if (!FILTERING_JOINS.has(join.joinType)) return join;
    const [predicate] = this.#predicates(scopedTableOf(join.table), 'read');
    return predicate === undefined ? join : { ...join, on: OnNode.create(both(predicate, join.on?.on)) };
  }

  /** The table as a subquery of the rows in scope. */
  #limitedTable(node: OperationNode): OperationNode {
    const source = scopedTableOf(node);
    if (source === undefined) return node;
    const own: TableSource = { ...source, alias: source.table };
    const rows: SelectQueryNode = {
      ...SelectQueryNode.createFrom([TableNode.create(source.table)]),
      selections: [SelectionNode.createSelectAll()],
      where: WhereNode.create(this.#predicate(own, 'read')),
    };
    this.#done.add(rows);
    return AliasNode.create(rows, IdentifierNode.create(source.alias));
  }

  #target(node: OperationNode): TableSource | undefined {
    const inner = AliasNode.is(node) ? node.node : node;
    if (!TableNode.is(inner)) refuse(`a ${inner.kind} cannot be written to in a scope`);
    return scopedTableOf(node);
  }

  #where(before: WhereNode | undefined, predicates: readonly OperationNode[]): { where?: WhereNode } {
    const [first, ...more] = predicates;
    if (first === undefined) return before === undefined ? {} : { where: before };
    const all = more.reduce((left, right) => AndNode.create(left, right), first);
    return { where: WhereNode.create(both(all, before?.where)) };
  }

  #predicates(source: TableSource | undefined, access: Access): OperationNode[] {
    return source === undefined ? [] : [this.#predicate(source, access)];
  }

  #predicate({ alias, tenant }: TableSource, access: Access): OperationNode {
    const reference = ReferenceNode.create(ColumnNode.create(tenant.column), TableNode.create(alias));
    const [only, ...more] = this.#tenantIds;
    // One tenant by equality, so that an index on (tenant_id, x) also gives the order by x.
    const single = only !== undefined && more.length === 0;
    const value = ValueNode.create(single ? only : [...this.#tenantIds]);
    const predicate =
      tenant.nullIsShared && access === 'read'
        ? RawNode.create(single ? ['(', ' = ', ' or ', ' is null)'] : ['(', ' = any(', ') or ', ' is null)'], [
            reference,
            value,
            reference,
          ])
        : RawNode.create(single ? ['', ' = ', ''] : ['', ' = any(', ')'], [reference, value]);
    this.#done.add(predicate);
    return predicate;
  }

  #checkUpdate(target: TableSource | undefined, column: OperationNode, value: OperationNode): void {
    const name = ColumnNode.is(column)
      ? column.column.name
      : ReferenceNode.is(column) && ColumnNode.is(column.column)
        ? column.column.column.name
        : undefined;
    if (target === undefined || (name !== undefined && name !== target.tenant.column)) return;
    this.#checkTenant(ValueNode.is(value) ? value.value : undefined);
  }

  #checkTenant(tenantId: unknown): void {
    if (typeof tenantId !== 'number' || !this.#tenantIds.includes(tenantId)) throw forbidden();
  }
}

/** A plugin that limits every statement to the rows of `tenantIds`, and refuses what it cannot limit. */
export function scopePlugin(tenantIds: readonly number[]): KyselyPlugin {
  const transformer = new ScopeTransformer(tenantIds);
  return {
    transformQuery: ({ node, queryId }) => transformer.scope(node, queryId),
    transformResult: async ({ result }) => result,
  };
}
