-- What is kept for a time only is found by its age, and whatever refers to it by the reference.
create index session_expires on session (expires_at);
create index login_failure_last on login_failure (last_at);
create index task_dead_age on task (created_at) where status = 'dead';
create index replay_run_age on replay_run (started_at) where state <> 'running';
create index rule_run_age on rule_run (started_at) where state <> 'running';
create index refusion_run_age on refusion_run (started_at) where state <> 'running';
create index robot_parser_run_age on robot_parser_run (started_at) where state <> 'running';
create index edi_file_age on edi_file (received_at);
create index edi_message_duplicate on edi_message (duplicate_of) where duplicate_of is not null;
create index field_override_dropped_by on field_override (dropped_by_run) where dropped_by_run is not null;
create index ais_vessel_change_age on ais_vessel_change (at);
create index port_visit_age on port_visit (arrived_at);
create index lane_passage_age on lane_passage (arrived_at);
create index eta_prediction_age on eta_prediction (at);
create index unknown_port_age on unknown_port (first_seen_at) where state = 'open';
create index outward_subscription_removed on outward_subscription (removed_at) where removed_at is not null;
