import type pg from 'pg';

/** What a run left behind about each bill, in a form that two runs can be compared by: no ids, no moments of the run. */
export type RunState = Map<string, Record<string, string>>;

// Every text is one kind of effect of the pipeline; ids of rows and moments of the run are left out.
const effects: Readonly<Record<string, string>> = {
  answers: `select s.bill_no, string_agg(encode(r.hash, 'hex'), ' ' order by r.id) as said
    from raw_answer r join subscription s on s.id = r.subscription_id group by 1`,
  records: `select s.bill_no, string_agg(h.source_code || ' ' || encode(h.content_hash, 'hex'), ' ' order by h.source_code) as said
    from shipment h join subscription s on s.id = h.subscription_id where not h.fused group by 1`,
  fused: `select s.bill_no, string_agg(md5(h.content::text) || md5((h.provenance -> 'items')::text) || h.ended, ' ') as said
    from shipment h join subscription s on s.id = h.subscription_id where h.fused group by 1`,
  history: `select s.bill_no, md5(jsonb_path_query_array(h.history, '$.*[*].value')::text) as said
    from shipment h join subscription s on s.id = h.subscription_id where h.fused`,
  changes: `select s.bill_no, string_agg(md5(c.packed), ' ' order by c.id) as said from shipment_change c
    join shipment h on h.id = c.shipment_id join subscription s on s.id = h.subscription_id group by 1`,
  link: `select s.bill_no, concat(s.has_data, s.ended, s.shipment_id = h.id) as said
    from subscription s left join shipment h on h.subscription_id = s.id and h.fused`,
  asking: `select s.bill_no, concat(count(*), max(x.consecutive_failures), bool_and(x.next_pull_at > x.last_pull_at),
      (select count(*) from task t where t.kind = 'pull' and t.singleton_key = min(x.id)::text)) as said
    from subscription_source x join subscription s on s.id = x.subscription_id group by s.bill_no`,
  exceptions: `select s.bill_no, string_agg(concat_ws(' ', e.type_code, e.problem_key, e.severity, e.open,
      (select string_agg(v.kind, ',' order by v.id) from exception_event v where v.exception_id = e.id)), '; '
      order by e.type_code, e.problem_key) as said
    from shipment_exception e join subscription s on s.id = e.subscription_id group by 1`,
  notifications: `select facts ->> 'blNo' as bill_no, string_agg(concat_ws(' ', feedback_name, cause_status, facts ->> 'exceptionType', state), '; '
      order by feedback_name, cause_status, facts ->> 'exceptionType') as said from notification group by 1`,
  live: `select s.bill_no, count(*)::text as said from live_event l, jsonb_array_elements_text(l.payload -> 'subscriptionIds') as i(id)
    join subscription s on s.id = i.id::bigint where l.topic = 'shipment' group by 1`,
  outward: `select s.bill_no, md5(string_agg(o.content_key, ' ' order by o.content_key)) as said
    from outward_event o join subscription s on s.id = o.subscription_id where o.current group by 1`,
};

/** Reads the state of a run. */
export async function readState(client: pg.Client): Promise<RunState> {
  const state: RunState = new Map();
  for (const [effect, text] of Object.entries(effects)) {
    const { rows } = await client.query<{ bill_no: string; said: string | null }>(text);
    for (const { bill_no: bill, said: message } of rows) {
      const known = state.get(bill) ?? {};
      known[effect] = message ?? '';
      state.set(bill, known);
    }
  }
  return state;
}

/** Bills and effects in which two runs differ; effects in `leftOut` are not compared. */
export function differences(
  a: RunState,
  b: RunState,
  leftOut: readonly string[] = [],
): { bill: string; effect: string; a: string; b: string }[] {
  const found: { bill: string; effect: string; a: string; b: string }[] = [];
  for (const bill of new Set([...a.keys(), ...b.keys()])) {
    for (const effect of Object.keys(effects).filter((name) => !leftOut.includes(name))) {
      const [one, other] = [a.get(bill)?.[effect] ?? '', b.get(bill)?.[effect] ?? ''];
      if (one !== other) found.push({ bill, effect, a: one, b: other });
    }
  }
  return found;
}
