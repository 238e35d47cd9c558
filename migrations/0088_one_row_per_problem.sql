-- A source that answers nobody is one exception of a tenant, without a subscription.
create unique index exception_source on shipment_exception (type_code, problem_key, tenant_id) where subscription_id is null;

-- Problems of boxes of one bill become one: the open, worked on, worst, oldest row goes on under the key without the box.
create temporary table box_problem on commit drop as
select id, subscription_id, type_code, open, handle_status, params, severity, created_at,
  case
    when type_code = 'HOLD' then split_part(problem_key, '|', 2) || '|' || split_part(problem_key, '|', 3)
    when type_code in ('TRANSSHIP_DWELL', 'MISSING_MILESTONE') then split_part(problem_key, '|', 2)
    when type_code in ('DEMURRAGE_RISK', 'DETENTION_RISK') then ''
    when type_code in ('STATUS_DISORDER', 'STATUS_DUP')
      then split_part(problem_key, '|', 2) || '|' || split_part(problem_key, '|', 3)
    when type_code in ('FUTURE_ACTUAL', 'TIME_CONFLICT')
      then split_part(problem_key, '|', 2) || '|' || split_part(problem_key, '|', 3) || '|' || split_part(problem_key, '|', 4)
    when type_code = 'CTN_INVALID' then case when params ? 'shape' then 'shape' else 'check_digit' end
    when params ? 'otherCarrier' then 'owner:' || (params ->> 'otherCarrier')
    else 'prefix:' || coalesce(params ->> 'prefix', '')
  end as new_key
from shipment_exception
where subscription_id is not null and (type_code in ('HOLD', 'TRANSSHIP_DWELL', 'MISSING_MILESTONE', 'DEMURRAGE_RISK', 'DETENTION_RISK',
    'STATUS_DISORDER', 'STATUS_DUP', 'CTN_INVALID')
  or type_code in ('FUTURE_ACTUAL', 'TIME_CONFLICT') and problem_key like '%|%|%|%'
  or type_code = 'CARRIER_MISMATCH' and problem_key <> 'carrier');

create temporary table box_problem_rank on commit drop as
select id, new_key, open, handle_status,
  row_number() over (partition by subscription_id, type_code, new_key
    order by open desc, handle_status in (1, 4) desc, array_position(array['low', 'medium', 'high'], severity) desc, created_at, id) as place,
  string_agg(params ->> 'containerNo', ' ') filter (where open) over (partition by subscription_id, type_code, new_key) as boxes
from box_problem;

update shipment_exception e set problem_key = r.new_key,
  params = case when r.boxes is null then e.params else e.params || jsonb_build_object('boxNos', r.boxes) end
from box_problem_rank r where r.id = e.id and r.place = 1;

-- What nobody has looked at is closed with its note; what somebody works on is theirs to finish.
create temporary table closed_problem on commit drop as
select id, 'merged'::text as note from box_problem_rank where place > 1 and open and handle_status = 0
union all
select e.id, 'merged' from shipment_exception e join source s on s.code = e.problem_key
  where e.type_code = 'SOURCE_FAILING' and e.open and e.handle_status = 0 and s.consecutive_failures >= 3;
insert into closed_problem
select id, 'ended' from shipment_exception
  where open and ended and (handle_status = 0 or snoozed_at is not null) and id not in (select id from closed_problem);

update shipment_exception e set open = false, resolved_at = now(), resolution = c.note, handle_status = 2, handle_time = now(),
  snoozed_at = null, snoozed_until = null, updated_at = now(), record_version = e.record_version + 1
from closed_problem c where c.id = e.id;
insert into exception_event (tenant_id, exception_id, at, kind, actor_code, detail)
select e.tenant_id, e.id, now(), 'resolved', 'system', jsonb_build_object('note', c.note)
from closed_problem c join shipment_exception e on e.id = c.id order by e.id;
