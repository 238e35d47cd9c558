-- Bodies of robots' answers are packed the way those of other sources are.
alter table robot_answer drop constraint robot_answer_encoding_check;
alter table robot_answer add constraint robot_answer_encoding_check check (encoding in ('identity', 'deflate', 'zstd'));
