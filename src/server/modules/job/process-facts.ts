import type { JobDeps, ProcessFacts } from './types.ts';

type Row = {
  feedback_id: string | null;
  need_confirm: boolean | null;
  need_exchange: boolean | null;
  template_exchange_flag: boolean | null;
  time_limit_s: number | null;
  functions: { id: number; name: string }[];
};

const facts = `
  select p.feedback_id, p.need_confirm, p.need_exchange, p.template_exchange_flag, p.time_limit_s,
    (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', coalesce(f.function_name, f.function_code)) order by s.sequence), '[]')
       from process_function s join function_interface f on f.id = s.function_id where s.process_id = p.id) as functions
  from process p where p.id = $1`;

async function read({ database }: JobDeps, processId: number): Promise<ProcessFacts | undefined> {
  const [row] = await database.query<Row>(facts, [processId]);
  if (row === undefined) return undefined;
  return {
    feedbackIds: (row.feedback_id ?? '').split(',').filter(Boolean).map(Number),
    needConfirm: row.need_confirm === true,
    needExchange: row.need_exchange === true,
    templateExchange: row.template_exchange_flag === true,
    timeLimitS: row.time_limit_s,
    functions: row.functions,
  };
}

/** What a process says about its jobs, in one statement; read once where the call keeps what it has read. */
export function processFacts(deps: JobDeps, processId: number): Promise<ProcessFacts | undefined> {
  const known = deps.processes?.get(processId);
  if (known !== undefined) return known;
  const found = read(deps, processId);
  deps.processes?.set(processId, found);
  return found;
}
