-- Second factor of signing in: codes that an app makes of a shared secret, and recovery codes that work once.
alter table app_user
  -- Secret that is shared with the app, sealed; while it is not confirmed nobody is asked for a code.
  add column totp_sealed text,
  add column totp_since timestamptz,
  -- The last period whose code was used: none is taken twice.
  add column totp_last_step bigint;

create table recovery_code (
  user_id    bigint not null references app_user (id) on delete cascade,
  code_hash  bytea not null,
  used_at    timestamptz,
  primary key (user_id, code_hash)
);
