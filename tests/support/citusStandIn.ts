import pg from 'pg'

/**
 * Creates the catalogs and functions of Citus that `distribute` uses, in a schema of their own, for a "cluster" of the one
 * server of `url`. The functions record what is asked, refuse what Citus refuses, and distribute nothing. They stop with an error at the
 * table `stand_in.stop_at`, a setting of the session.
 */
export async function installCitusStandIn(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(standInSql)
  await client.query(`insert into citus_stand_in.pg_dist_node values ('127.0.0.1', $1)`, [Number(new URL(url).port)])
  await client.end()
}

/** A connection for which the names of the stand-in are those of the engine, which are in `pg_catalog`. */
export async function connectToStandIn(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=citus_stand_in,pg_catalog,public' })
  await client.connect()
  return client
}

/** The calls of the engine since the last `takeCalls`, in their order. */
export async function takeCalls(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ call: string }>(
    'with taken as (delete from calls returning *) select call from taken order by position',
  )
  return rows.map(({ call }) => call)
}

const standInSql = `
create schema citus_stand_in;
set search_path = citus_stand_in, pg_catalog, public;
create table calls (position serial, call text not null);
create view pg_available_extensions as select 'citus'::name as name, '13.2'::text as installed_version;
create view pg_extension as select 'citus'::name as extname;
create table pg_dist_node (nodename text, nodeport int, groupid int default 0, noderole text default 'primary');
create table pg_dist_partition (logicalrelid regclass primary key, partmethod "char", repmodel "char", autoconverted bool default false);
create table pg_dist_object (classid oid, objid oid primary key, distribution_argument_index int);

create function record(call text, target text) returns void language plpgsql as $$ begin
  if target = current_setting('stand_in.stop_at', true) then raise 'stopped at %', target; end if;
  insert into calls (call) values (call);
end $$;

create function citus_set_coordinator_host(host text, port int) returns void language plpgsql as $$ begin
  perform record(format('coordinator is %s', host), host);
  insert into pg_dist_node values (host, port);
end $$;

create function citus_add_node(host text, port int) returns void language plpgsql as $$ begin
  perform record(format('add %s', host), host);
  insert into pg_dist_node values (host, port, 1);
end $$;

-- The nodes in stand_in.closed_nodes reject the role of the caller. All results from such a node are null.
create function is_open(node text) returns bool language sql as
  $$ select concat(node, ' ', current_user) <> all (string_to_array(concat(current_setting('stand_in.closed_nodes', true)), ',')) $$;
create function citus_check_cluster_node_health() returns table (from_nodename text, from_nodeport int, to_nodename text, to_nodeport int, result bool)
  language sql as $$ select a.nodename, a.nodeport, b.nodename, b.nodeport,
    case when citus_stand_in.is_open(a.nodename) then citus_stand_in.is_open(b.nodename) end
  from citus_stand_in.pg_dist_node a, citus_stand_in.pg_dist_node b $$;
grant usage on schema citus_stand_in to public;
grant select on pg_dist_node to public;

-- A trigger or key of the table, or a key of another one to it, while it is placed.
create function refuse_obstacles(target regclass) returns void language plpgsql as $$
declare obstacle text; begin
  select tgname into obstacle from pg_trigger where tgrelid = target and not tgisinternal
    union all select conname from pg_constraint where contype = 'f' and (conrelid = target or confrelid = target);
  if obstacle is not null then raise 'cannot distribute % because of %', target, obstacle; end if;
end $$;

create function create_reference_table(target text) returns void language plpgsql as $$ begin
  perform record('reference ' || target, target), refuse_obstacles(target::regclass);
  insert into pg_dist_partition values (target::regclass, 'n', 't');
end $$;

create function citus_add_local_table_to_metadata(target text) returns void language plpgsql as $$ begin
  perform record('coordinator ' || target, target), refuse_obstacles(target::regclass);
  insert into pg_dist_partition values (target::regclass, 'n', 's');
end $$;

create function create_distributed_table(target text, distribution_column text, colocate_with text) returns void language plpgsql as $$
declare key smallint; unusable text; begin
  perform record(format('distribute %s by %s with %s', target, distribution_column, colocate_with), target), refuse_obstacles(target::regclass);
  select attnum into strict key from pg_attribute where attrelid = target::regclass and attname = distribution_column and attnotnull;
  select indexrelid::regclass into unusable from pg_index
    where indrelid = target::regclass and (indisunique or indisexclusion) and not key = any(indkey);
  if unusable is not null then raise 'cannot create constraint on %: % does not include the partition column', target, unusable; end if;
  if colocate_with <> 'none' then perform from pg_dist_partition where logicalrelid = colocate_with::regclass and partmethod = 'h';
    if not found then raise 'relation % is not distributed', colocate_with; end if;
  end if;
  insert into pg_dist_partition values (target::regclass, 'h', 's');
end $$;

create function truncate_local_data_after_distributing_table(target text) returns void language plpgsql as $$ begin
  perform record('truncate ' || target, target) from pg_dist_partition where logicalrelid = target::regclass and partmethod in ('h', 'n');
  if not found then raise 'supplied parameter is not a distributed relation'; end if;
end $$;

create function create_distributed_function(target text, argument text default null, colocate_with text default null) returns void language plpgsql as $$ begin
  perform record(concat_ws(' ', 'function', target, argument, colocate_with), target);
  insert into pg_dist_object values ('pg_proc'::regclass, target::regprocedure, case when argument is not null then 0 end)
    on conflict (objid) do update set distribution_argument_index = excluded.distribution_argument_index;
end $$;

-- What is refused when a migration changes tables, or these get their keys and triggers back.
create function refuse_constraints() returns event_trigger language plpgsql as $$
declare bad record; begin
  -- The whole text of a command is sent to the nodes, which take one.
  if tg_tag in ('ALTER TABLE', 'CREATE TRIGGER') and trim(trailing E'; \\n' from current_query()) like '%;%' then raise 'cannot execute multiple utility events'; end if;
  if current_query() ilike 'alter table % trigger %,%' then raise 'cannot execute ENABLE/DISABLE TRIGGER command with other subcommands'; end if;
  if current_setting('citus.enable_ddl_propagation', true) = 'off' then return; end if;
  select k.conname into bad from pg_constraint k join pg_dist_partition target on target.logicalrelid = k.confrelid
    left join pg_dist_partition source on source.logicalrelid = k.conrelid
    where k.contype = 'f' and target.partmethod = 'h' and source.partmethod is null;
  if found and tg_tag = 'CREATE TABLE' then raise 'the foreign key % is between tables that are not colocated', bad.conname; end if;
  select k.conname, k.confdeltype, source.partmethod as source, target.partmethod as target into bad
    from pg_constraint k left join pg_dist_partition source on source.logicalrelid = k.conrelid
    left join pg_dist_partition target on target.logicalrelid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and source.partmethod is not null
      and (target.partmethod is null or source.partmethod = 'n' and target.partmethod = 'h' or source.partmethod = 'h' and k.confdeltype in ('n', 'd'));
  if found then raise 'the foreign key % is not supported', bad.conname; end if;
  if tg_tag = 'CREATE TRIGGER' and current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on' then
    raise 'triggers are not supported on distributed tables'; end if;
end $$;
create event trigger refuse_constraints on ddl_command_end when tag in ('ALTER TABLE', 'CREATE TABLE', 'CREATE TRIGGER')
  execute function citus_stand_in.refuse_constraints();
`
