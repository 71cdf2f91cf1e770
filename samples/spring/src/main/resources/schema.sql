create table if not exists priced_order (
  number integer primary key,
  customer varchar(100) not null,
  total decimal(12, 2) not null
);
