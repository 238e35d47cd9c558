-- Networks from which an account has signed in: guesses from elsewhere do not slow the owner there.
create table login_address (
  account          text collate "C" not null,
  network          text collate "C" not null,
  last_at          timestamptz not null,
  primary key (account, network)
);
create index login_address_age on login_address (last_at);
