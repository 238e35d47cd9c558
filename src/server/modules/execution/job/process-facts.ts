import type { JobDeps, ProcessFacts } from './types.ts';

type Row = {
  id: number;
  feedback_id: string | null;
  need_confirm: boolean | null;
  need_exchange: boolean | null;
  template_exchange_flag: boolean | null;
  time_limit_s: number | null;
  functions: { id: number; name: string }[];
};

const facts = `
  select p.id, p.feedback_id, p.need_confirm, p.need_exchange, p.template_exchange_flag, p.time_limit_s,
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', coalesce(f.function_name, f.function_code)) order by s.sequence), '[]')
       from process_function s join function_interface f on f.id = s.function_id where s.process_id = p.id) as functions
  from process p where p.id = any($1::bigint[])`;

const present = (row: Row): ProcessFacts => ({
  feedbackIds: (row.feedback_id ?? '').split(',').filter(Boolean).map(Number),
  needConfirm: row.need_confirm === true,
  needExchange: row.need_exchange === true,
  templateExchange: row.template_exchange_flag === true,
  timeLimitS: row.time_limit_s,
  functions: row.functions,
});

async function read({ database }: JobDeps, processId: number): Promise<ProcessFacts | undefined> {
  const [row] = await database.query<Row>(facts, [[processId]]);
  return row === undefined ? undefined : present(row);
}

/** Reads what processes say about their jobs by one statement, where the call keeps what it has read. */
export async function readFacts({ database, processes }: JobDeps, processIds: readonly number[]): Promise<void> {
  const ids = [...new Set(processIds)].filter((id) => processes?.has(id) === false);
  if (processes === undefined || ids.length === 0) return;
  const rows = await database.query<Row>(facts, [ids]);
  const found = new Map(rows.map((row) => [row.id, present(row)]));
  for (const id of ids) processes.set(id, Promise.resolve(found.get(id)));
}

/** What a process says about its jobs, in one statement; read once where the call keeps what it has read. */
export function processFacts(deps: JobDeps, processId: number): Promise<ProcessFacts | undefined> {
  const known = deps.processes?.get(processId);
  if (known !== undefined) return known;
  const found = read(deps, processId);
  deps.processes?.set(processId, found);
  return found;
}
