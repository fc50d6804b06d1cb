import { databaseFunction, type DatabaseObject } from '../database/databaseObject.ts'

// These are stable, so that the planner can inline them instead of calling them for each row.
const activityFingerprint = databaseFunction({
  name: 'activity_fingerprint',
  parameters: 'p_type text, p_data jsonb',
  sql: `returns bytea language sql stable as
  $$ select sha256(convert_to(p_type || ' ' || p_data::text, 'UTF8')) $$`,
})

const activityDigest = databaseFunction({
  name: 'activity_digest',
  parameters: 'e activity_events',
  sql: `returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    e.tenant_id, e.position, e.event_id, e.type, e.schema_version, e.data,
    (extract(epoch from e.occurred_at) * 1000000)::bigint, (extract(epoch from e.recorded_at) * 1000000)::bigint,
    e.actor_id, e.real_role, e.acting_role, e.session_id, e.request_id, e.subject_id)::text, 'UTF8')) $$`,
})

const activityChainStep = databaseFunction({
  name: 'activity_chain_step',
  parameters: 'state bytea, head bytea, digest bytea',
  sql: `returns bytea language plpgsql immutable as
  $$ begin return sha256(coalesce(state, head) || digest); end $$`,
})

const activityChain: DatabaseObject = {
  kind: 'function',
  name: 'activity_chain(bytea, bytea)',
  sql: 'create or replace aggregate activity_chain(bytea, bytea) (sfunc = activity_chain_step, stype = bytea)',
}

/** The hashes of events, and the chain of them. */
export const hashChain: DatabaseObject[] = [activityFingerprint, activityDigest, activityChainStep, activityChain]
