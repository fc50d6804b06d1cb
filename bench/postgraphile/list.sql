-- Properties with their leads as plain tables, with the indexes that their pages need.
create table properties (
  tenant_id uuid not null,
  id uuid not null,
  address text not null,
  street_number text not null,
  city text,
  state text,
  zip_code text,
  lat double precision not null,
  lng double precision not null,
  owner_name text,
  tags text[] not null,
  priority text not null,
  status text not null,
  assigned_to uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index on properties (tenant_id, created_at desc, id desc);
create index on properties (created_at);
create table leads (
  tenant_id uuid not null,
  id uuid not null,
  property_id uuid not null,
  tag text not null,
  priority text not null,
  status text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, property_id) references properties (tenant_id, id) on delete cascade
);
create index on leads (tenant_id, property_id, created_at desc);
